/** Describes a quote: what it buys, at what price, and what it is worth on this machine. Sends nothing. */
import { listItemNames } from "../../domain/catalog/item-name.ts";
import type { JudgedApproval } from "../../domain/quotes/approval.ts";
import {
  isEdited,
  listQuotedParts,
  nameItem,
  type Quote,
  type QuotedPart,
} from "../../domain/quotes/quote.ts";
import { AppError } from "../../errors.ts";
import { type QuoteReason, readQuoteReasons } from "../../money/quotes.ts";
import { removeSignatures } from "../../money/record.ts";
import { describeEarlier } from "../../money/words.ts";
import { findPictureAsset } from "../catalog/item-pictures.ts";
import { findInCatalog } from "../catalog/item-places.ts";
import type { AppContext } from "../context.ts";
import { findPublicKey } from "./approval-key.ts";
import { judgeApprovalsHere, toQuotedTerms } from "./quote-terms.ts";

export interface QuoteReport {
  digest: string;
  buys: "order" | "approval";
  parts: QuotedPart[];
  price: string;
  profile: string;
  service: string;
  organizationId?: string | undefined;
  askedBy: string;
  made: string;
  ends: string;
  journal: string;
  /** `open` if nothing here is against buying it. */
  state: "open" | "edited" | "ended" | "bought" | "unknown" | "being bought" | "of another journal";
  /** The reason for another state than `open`, as a sentence. */
  reason?: string;
  approvals: (Pick<JudgedApproval, "by" | "at" | "key" | "standing"> & {
    /** The key of this machine has signed it. */
    isByThisMachine: boolean;
  })[];
}

export async function showQuote(context: AppContext, quote: Quote): Promise<QuoteReport> {
  const { digest, price, profile, service, organizationId, askedBy, made, ends, journal } = quote;
  const approvals = await judgeApprovalsHere(context, quote);
  const own = await findPublicKey(context);
  return {
    digest,
    buys: quote.order === undefined ? "approval" : "order",
    parts: listQuotedParts(quote),
    price,
    profile,
    service,
    ...(organizationId !== undefined && { organizationId }),
    askedBy: askedBy.name,
    made,
    ends,
    journal,
    ...(await judgeState(context, quote, approvals)),
    approvals: approvals.map(({ by, at, key, standing }) => ({
      by,
      at,
      key,
      standing,
      isByThisMachine: key === own,
    })),
  };
}

async function judgeState(
  context: AppContext,
  quote: Quote,
  approvals: readonly JudgedApproval[],
): Promise<Pick<QuoteReport, "state" | "reason">> {
  if (isEdited(quote)) return { state: "edited", reason: "Its contents are not those of its digest" };
  const [reason] = await readQuoteReasons(context, toQuotedTerms(quote, approvals));
  if (reason === undefined) return { state: "open" };
  return { state: toState(reason), reason: describeEarlier(reason, { count: 1 }) };
}

function toState(reason: QuoteReason): QuoteReport["state"] {
  if (reason.kind === "quoteUsed") return USED_STATES[reason.entry.state];
  return reason.kind === "quoteOfOtherJournal" ? "of another journal" : "ended";
}

const USED_STATES = {
  prepared: "being bought",
  sending: "being bought",
  unknown: "unknown",
  confirmed: "bought",
} as const;

/**
 * Returns links to the pictures of the items of an order, by the names of the items. A link that a signature protects is left
 * out, since a pull request would make it public. If the catalog cannot be read, there are no pictures.
 */
export async function findPictures(context: AppContext, { order }: Quote): Promise<Map<string, string>> {
  const pictures = new Map<string, string>();
  const items = order?.items ?? [];
  try {
    const find = await findInCatalog(context, items.flatMap(listItemNames));
    for (const item of items) {
      const found = listItemNames(item)
        .map(find)
        .find((one) => one !== undefined);
      const href = found && findPictureAsset(found)?.href;
      if (href?.startsWith("https://") === true && removeSignatures(href) === href)
        pictures.set(nameItem(item), href);
    }
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    context.events.warn(`the pictures were not looked up: ${error.message}`);
  }
  return pictures;
}
