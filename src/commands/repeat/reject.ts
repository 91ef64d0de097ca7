import { decideCommand } from "../request-commands.ts";

export const reject = decideCommand("repeat", "reject");
