import { decideCommand } from "../request-commands.ts";

export const approve = decideCommand("task", "approve");
