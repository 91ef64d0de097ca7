import { decideCommand } from "../request-commands.ts";

export const reject = decideCommand("task", "reject");
