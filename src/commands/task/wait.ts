import { waitCommand } from "../../cli/requests/request-commands.ts";
import { taskView } from "../../cli/requests/request-view.ts";

export const wait = waitCommand("task", taskView);
