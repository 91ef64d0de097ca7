import { recordView } from "../../cli/output/view.ts";
import { detail } from "../../render/detail.ts";
import type { EntryRow } from "../../app/spending/journal-entries.ts";

export const entryView = recordView<EntryRow>({
  text: ({ intentId, kind, state, id, price, reason }, { paint }) =>
    detail(
      [
        ["Journal", intentId],
        ["Kind", kind],
        ["State", state],
        ["Id", id],
        ["Price", price],
        ["Reason", reason],
      ],
      { paint },
    ).trimEnd(),
  id: ({ intentId }) => intentId,
});
