import { getCommand } from "../../cli/requests/request-commands.ts";
import { taskView } from "../../cli/requests/request-view.ts";

export const get = getCommand("task", taskView);
