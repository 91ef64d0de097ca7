import { taskCostView } from "../../cli/cost-view.ts";
import { costCommand } from "../../cli/request-commands.ts";

export const cost = costCommand("task", taskCostView);
