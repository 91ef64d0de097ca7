import { waitCommand } from "../../cli/request-commands.ts";
import { repeatView } from "../../cli/request-view.ts";

export const wait = waitCommand("repeat", repeatView);
