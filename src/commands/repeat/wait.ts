import { waitCommand } from "../request-commands.ts";
import { repeatView } from "../request-view.ts";

export const wait = waitCommand("repeat", repeatView);
