/** The budget and its rest, in one line with a bar. */
import type { BudgetState } from "../money/spend.ts";
import type { Screen } from "../cli/output/view.ts";

const WIDEST_BAR = 24;

/** Returns `Budget 5,000.00 USD/month  [#########---------------]  1,625.00 USD left`, or `475.00 USD over`. */
export function formatBudgetLine(budget: BudgetState, { width }: Screen): string {
  const { amount, spent, period, text: shown, isUncertain } = budget;
  const before = `Budget ${shown.limit}/${period}`;
  const after =
    shown.over === undefined ? `${isUncertain ? "at most " : ""}${shown.left} left` : `${shown.over} over`;
  const cells = Math.max(0, Math.min(WIDEST_BAR, width - before.length - after.length - 6));
  const full = amount > 0 ? Math.min(cells, Math.round((spent / amount) * cells)) : cells;
  const drawn = cells < 4 ? "" : `[${"#".repeat(full)}${"-".repeat(cells - full)}]  `;
  return `${before}  ${drawn}${after}`;
}
