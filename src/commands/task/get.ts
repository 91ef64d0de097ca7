import { getCommand } from "../request-commands.ts";
import { taskView } from "../request-view.ts";

export const get = getCommand("task", taskView);
