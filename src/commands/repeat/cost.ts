import { repeatCostView } from "../../cli/requests/cost-view.ts";
import { costCommand } from "../../cli/requests/request-commands.ts";

export const cost = costCommand("repeat", repeatCostView);
