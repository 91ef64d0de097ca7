import { waitCommand } from "../request-commands.ts";
import { taskView } from "../request-view.ts";

export const wait = waitCommand("task", taskView);
