import { getCommand } from "../request-commands.ts";
import { repeatView } from "../request-view.ts";

export const get = getCommand("repeat", repeatView);
