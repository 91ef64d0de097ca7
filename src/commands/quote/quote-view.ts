import type { QuoteReport } from "../../app/quotes/show-quote.ts";
import { recordView } from "../../cli/output/view.ts";
import { countText } from "../../counted.ts";
import { escapeLine } from "../../render/safe-text.ts";
import { formatDetail } from "../../render/detail.ts";
import { timeForPeople } from "../../time/timestamp.ts";

/** Words for the standing of an approval. */
export const STANDINGS = {
  invalid: "not valid: it does not sign this quote",
  unknown: "the key is not in approval.keys",
  own: "by the buyer or the requester",
  other: "counts",
} as const satisfies Record<QuoteReport["approvals"][number]["standing"], string>;

export const quoteView = recordView<QuoteReport>({
  text: (quote, { paint }) => {
    const { parts, price, state, reason, askedBy, made, ends, profile, service, journal, digest } = quote;
    const fields = formatDetail(
      [
        ["Price", price],
        ["State", reason === undefined ? state : `${state}: ${reason}`],
        ["Asked for by", askedBy],
        ["Made", made],
        ["Ends", ends],
        ["Profile", profile],
        ["Service", service],
        ["Organization", quote.organizationId],
        ["Journal", journal],
        ["Digest", digest],
        ...quote.approvals.map(({ by, at, standing }): [string, string] => [
          "Approved by",
          `${by} at ${timeForPeople(at)} (${STANDINGS[standing]})`,
        ]),
      ],
      { paint },
    );
    const lines = parts.map(({ name, words, price: cost }) =>
      [cost, name, words].flatMap((part) => (part === undefined ? [] : escapeLine(part))).join("  "),
    );
    return [...lines, "", fields.trimEnd()].join("\n");
  },
  summary: ({ parts, price, state, ends }) => [
    `Quote: ${countText(parts.length, "part")} for ${price}, ${state}, ends at ${ends}`,
  ],
  id: ({ digest }) => digest,
});
