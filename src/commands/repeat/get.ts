import { getCommand } from "../../cli/request-commands.ts";
import { repeatView } from "../../cli/request-view.ts";

export const get = getCommand("repeat", repeatView);
