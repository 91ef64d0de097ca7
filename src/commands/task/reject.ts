import { decideCommand } from "../../cli/request-commands.ts";

export const reject = decideCommand("task", "reject");
