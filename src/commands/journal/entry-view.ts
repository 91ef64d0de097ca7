import { recordView } from "../../cli/output/view.ts";
import { detail } from "../../render/detail.ts";
import { recordedPrice, shortCommitmentText } from "../../domain/spending/price.ts";
import type { EntryRow } from "../../app/spending/journal-entries.ts";

/** Returns `$350.00`, or for a series `3 x $1,125.00 = $3,375.00`. */
export function entryPriceText(entry: EntryRow): string | undefined {
  const price = recordedPrice(entry);
  return price && shortCommitmentText(price);
}

export const entryView = recordView<EntryRow>({
  text: (entry, { paint }) => {
    const { intentId, kind, state, id, reason } = entry;
    return detail(
      [
        ["Journal", intentId],
        ["Kind", kind],
        ["State", state],
        ["Id", id],
        ["Price", entryPriceText(entry)],
        ["Reason", reason],
      ],
      { paint },
    ).trimEnd();
  },
  id: ({ intentId }) => intentId,
});
