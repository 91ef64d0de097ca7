import { waitCommand } from "../../cli/requests/request-commands.ts";
import { repeatView } from "../../cli/requests/request-view.ts";

export const wait = waitCommand("repeat", repeatView);
