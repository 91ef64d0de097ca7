import { decideCommand } from "../../cli/requests/request-commands.ts";

export const reject = decideCommand("repeat", "reject");
