import { repeatCostView } from "../cost-view.ts";
import { costCommand } from "../request-commands.ts";

export const cost = costCommand("repeat", repeatCostView);
