import { decideCommand } from "../../cli/requests/request-commands.ts";

export const reject = decideCommand("task", "reject");
