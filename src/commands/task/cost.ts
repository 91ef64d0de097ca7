import { taskCostView } from "../../cli/requests/cost-view.ts";
import { costCommand } from "../../cli/requests/request-commands.ts";

export const cost = costCommand("task", taskCostView);
