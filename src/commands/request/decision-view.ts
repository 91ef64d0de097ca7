/** The view of approvals and rejections. */
import type { DecisionRow } from "../../app/tasking/decisions.ts";
import { listView } from "../../cli/output/view.ts";
import { formatMoney, parseMoney } from "../../domain/price/money.ts";
import { makeAmountColumns } from "../amount-columns.ts";

/**
 * Returns the commitment in the service's format. An approved price without a commitment has no bound, because the series has no end or
 * an amount beside the price cannot be read.
 */
function formatCommitted({ outcome, price, commitment }: DecisionRow): string | undefined {
  const money = parseMoney(price ?? "");
  if (outcome !== "approved" || money === undefined) return undefined;
  if (commitment === undefined) return "no bound";
  const { currency, amount } = money;
  return Number(amount) === commitment.amount
    ? price
    : formatMoney({ currency, amount: commitment.amount.toFixed(2) });
}

/** The outcome of each approved or rejected request. */
export const decisionView = listView<DecisionRow>({
  columns: [
    { key: "id", header: "ID", value: ({ id }) => id, fixed: "id" },
    { key: "outcome", header: "OUTCOME", value: ({ outcome }) => outcome, kept: true },
    { key: "status", header: "STATUS", value: ({ status }) => status ?? "(not reported)", kept: true },
    { key: "price", header: "PRICE", value: ({ price }) => price, align: "right" },
    { key: "committed", header: "COMMITTED", value: formatCommitted, align: "right" },
    ...makeAmountColumns<DecisionRow>("commitment", ({ commitment }) => commitment),
    { key: "error", header: "ERROR", value: ({ error }) => error?.code, kept: true },
  ],
  summary: (rows) =>
    [...(rows as Iterable<DecisionRow>)].map(
      ({ id, outcome, price }) => `${id}: ${outcome}${price === undefined ? "" : `, ${price}`}`,
    ),
  // A pipe passes on only the ids that succeeded.
  id: ({ id, outcome }) => (outcome === "failed" ? [] : id),
});
