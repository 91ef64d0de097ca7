import { waitCommand } from "../../cli/request-commands.ts";
import { taskView } from "../../cli/request-view.ts";

export const wait = waitCommand("task", taskView);
