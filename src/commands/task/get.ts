import { getCommand } from "../../cli/request-commands.ts";
import { taskView } from "../../cli/request-view.ts";

export const get = getCommand("task", taskView);
