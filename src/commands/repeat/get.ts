import { getCommand } from "../../cli/requests/request-commands.ts";
import { repeatView } from "../../cli/requests/request-view.ts";

export const get = getCommand("repeat", repeatView);
