import type { QuoteReport } from "../../app/quotes/show-quote.ts";
import { recordView } from "../../cli/output/view.ts";
import { UNKNOWN_REQUESTER } from "../../domain/quotes/quote-rules.ts";
import { countText } from "../../counted.ts";
import { escapeLine } from "../../render/safe-text.ts";
import { formatDetail } from "../../render/detail.ts";
import { timeForPeople } from "../../time/timestamp.ts";

type Approval = QuoteReport["approvals"][number];

/** Words for the standing of an approval. */
const STANDINGS = {
  invalid: "not valid: it does not sign this quote",
  unknown: "the key is not in approval.keys",
  own: "enough to buy on this machine, but not by a second person, as approval.above requires",
  other: "counts",
} as const satisfies Record<Approval["standing"], string>;

/** Returns the standing of an approval in words. It counts where the quote is bought, which may be another machine. */
export const describeStanding = (
  { standing, isByThisMachine }: Approval,
  { state }: Pick<QuoteReport, "state">,
): string =>
  standing === "own" && isByThisMachine && state === "of another journal"
    ? "with the key of this machine"
    : STANDINGS[standing];

/** Returns the state with its reason. A quote of another journal is as good as an open one, and bought elsewhere. */
export function describeState({ state, reason }: QuoteReport): string {
  if (state === "of another journal") return "to be bought where it was made, not on this machine";
  return reason === undefined ? state : `${state}: ${reason}`;
}

export const quoteView = recordView<QuoteReport>({
  text: (quote, { paint }) => {
    const { parts, price, askedBy, made, ends, profile, service, journal, digest } = quote;
    const fields = formatDetail(
      [
        ["Price", price],
        ["State", describeState(quote)],
        ["Asked for by", askedBy === UNKNOWN_REQUESTER ? undefined : askedBy],
        ["Made", made],
        ["Ends", ends],
        ["Profile", profile],
        ["Service", service],
        ["Organization", quote.organizationId],
        ["Journal", journal],
        ["Digest", digest],
        ...quote.approvals.map((approval): [string, string] => [
          "Approved by",
          `${approval.by} at ${timeForPeople(approval.at)} (${describeStanding(approval, quote)})`,
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
