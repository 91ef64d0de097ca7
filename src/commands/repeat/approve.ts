import { decideCommand } from "../../cli/requests/request-commands.ts";

export const approve = decideCommand("repeat", "approve");
