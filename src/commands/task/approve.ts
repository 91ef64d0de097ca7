import { decideCommand } from "../../cli/request-commands.ts";

export const approve = decideCommand("task", "approve");
