/**
 * Decides by the records of the Book whether a purchase may be sent. A purchase is judged twice: before a person is asked, and
 * under the lock, right before the claim. A reason contains the values for a sentence; `words.ts` writes the sentence.
 */
import { toIdKey, isSameId } from "../contract/id-key.ts";
import { isOfTask, type Book, type Entry } from "./book.ts";
import type { Damage } from "./record.ts";
import { isOrder, makeTaskKey, type Purchase } from "./purchase.ts";
import type { QuoteReason } from "./quotes.ts";

/** An earlier order, with the wanted pieces that it owns. */
export interface Holder {
  entry: Entry;
  /** Names of the pieces. */
  held: readonly string[];
  /** The order may own the pieces: its contents are unknown. */
  isGuess: boolean;
}

/** A fact against a purchase, with the values for a sentence. Lists are never empty. */
export type Reason =
  | QuoteReason
  /** An unreadable record, which may be a purchase of anything. */
  | { kind: "recordDamaged"; damaged: readonly Damage[] }
  /** Another process works on the same request. */
  | { kind: "sameInFlight"; entry: Entry }
  /** An equal request may have been accepted. */
  | { kind: "sameUnknown"; entry: Entry }
  /** An equal request was accepted, however long ago. */
  | { kind: "sameConfirmed"; entry: Entry }
  /** Other tasks of this run contain what this task contains. */
  | { kind: "sharedInRun"; taskId: string; shared: readonly { taskId: string; name: string }[] }
  /** An order in flight owns a wanted piece. */
  | { kind: "pieceInFlight"; holders: readonly Holder[] }
  /** An order with an unknown outcome owns a wanted piece. */
  | { kind: "pieceUnknown"; holders: readonly Holder[] }
  /** An order that can be downloaded owns a wanted piece. */
  | { kind: "pieceHeld"; holders: readonly Holder[] }
  /** An order that has expired owns a wanted piece. */
  | { kind: "pieceExpired"; holders: readonly Holder[] };

/** Returns the facts of a reason. Consent covers only these facts: a new record, or a new state of a record, is asked about again. */
export function listFacts(reason: Reason): string[] {
  const fact = (entry: Entry, what: string): string => `${reason.kind} ${entry.id} ${entry.state} ${what}`;
  switch (reason.kind) {
    case "recordDamaged":
      return reason.damaged.map(({ id, problem }) => `${reason.kind} ${id} ${problem}`);
    case "quoteNotCurrent":
    case "quoteOfOtherJournal":
      return [`${reason.kind} ${reason.quote.digest}`];
    case "quoteUsed":
    case "sameInFlight":
    case "sameUnknown":
    case "sameConfirmed":
      return [fact(reason.entry, "")];
    case "sharedInRun":
      // Either of the two tasks may be judged first.
      return reason.shared.map(({ taskId }) => [reason.kind, ...[reason.taskId, taskId].sort()].join(" "));
    default:
      return reason.holders.flatMap(({ entry, held }) => held.map((name) => fact(entry, name)));
  }
}

type Judgement =
  | { verdict: "go" }
  /** The order of exactly these pieces, which can be downloaded. */
  | { verdict: "resume"; entry: Entry }
  /** A person may agree to all of these. */
  | { verdict: "ask"; reasons: readonly Reason[] }
  /** Consent is not possible, except by asking to send again. */
  | { verdict: "refuse"; reason: Reason };

export interface JudgeOptions {
  /** Accepted facts. */
  agreed: ReadonlySet<string>;
  /** Journal ids of this run's requests under the same consent. */
  own?: ReadonlySet<string>;
  /** The purchases of this run, this one included or not. */
  run?: readonly Purchase[];
  /** The caller waits for the order or downloads it, so that an earlier order of the same pieces can replace it. */
  isFollowed?: boolean;
  /** Reasons that the gate for a quote has found. */
  gate?: readonly QuoteReason[];
}

/** Returns every reason in the journal and in the run that was not accepted. */
export function findReasons(
  purchase: Purchase,
  book: Pick<Book, "entries" | "damaged">,
  { agreed, own = new Set(), run = [], gate = [] }: JudgeOptions,
): Reason[] {
  const others = book.entries.filter(({ id }) => !own.has(id));
  return [
    ...gate,
    ...findDamage(purchase, book),
    ...findSame(purchase, book.entries),
    ...findShared(purchase, run),
    ...findOwnedPieces(purchase, others),
  ].filter((reason) => listFacts(reason).some((fact) => !agreed.has(fact)));
}

/** Judges a purchase by the journal alone. */
export function judge(
  purchase: Purchase,
  book: Pick<Book, "entries" | "damaged">,
  options: JudgeOptions,
): Judgement {
  const reasons = findReasons(purchase, book, options).filter((reason) => !isFreeRepeat(reason, purchase));
  const resumed = options.isFollowed === true ? findResumable(purchase, book.entries) : undefined;
  if (resumed !== undefined && reasons.every(({ kind }) => kind === "pieceHeld" || kind === "pieceExpired"))
    return { verdict: "resume", entry: resumed };
  const refused = reasons.find(({ kind }) => REFUSED.has(kind));
  if (refused !== undefined) return { verdict: "refuse", reason: refused };
  return reasons.length === 0 ? { verdict: "go" } : { verdict: "ask", reasons };
}

/** Never accepted, not even by `resend`. */
const FINAL: ReadonlySet<Reason["kind"]> = new Set([
  "quoteUsed",
  "quoteNotCurrent",
  "quoteOfOtherJournal",
  "sameInFlight",
  "pieceInFlight",
]);

/** Not offered for consent: a request that may have arrived is settled first. */
const REFUSED: ReadonlySet<Reason["kind"]> = new Set([...FINAL, "sameUnknown"]);

/** Reports whether a reason needs no question, because all its orders were accepted with contents that only the service knows. */
export const isSilent = (reason: Reason): boolean =>
  (reason.kind === "pieceHeld" || reason.kind === "pieceExpired") &&
  reason.holders.every(({ isGuess, entry }) => isGuess && entry.isComplete);

/** Returns whether accepted orders own the pieces, or may own them. */
export const isOwned = ({ kind }: Reason): boolean => kind === "pieceHeld" || kind === "pieceExpired";

/**
 * Reports whether a purchase repeats a request that cost nothing at once. The repetition is allowed, and a note reports that it creates
 * another request. If the organization pre-approves every task, the earlier request has the effect of a payment, so this is false.
 */
export const isFreeRepeat = (
  reason: Reason,
  { effect }: Purchase,
): reason is Extract<Reason, { kind: "sameConfirmed" }> =>
  reason.kind === "sameConfirmed" && effect === "write" && reason.entry.effect === "write";

export const isFinal = ({ kind }: Reason): boolean => FINAL.has(kind);

const findDamage = ({ effect }: Purchase, { damaged }: Pick<Book, "damaged">): Reason[] =>
  effect === "write" || damaged.length === 0 ? [] : [{ kind: "recordDamaged", damaged }];

function findSame(purchase: Purchase, entries: readonly Entry[]): Reason[] {
  const { kind, identity, pieces } = purchase;
  const same = entries.filter(
    (entry) => (isOrder(purchase) ? isOrder(entry) : entry.kind === kind) && entry.identity === identity,
  );
  const find = (...states: Entry["state"][]): Entry | undefined =>
    same.find(({ state }) => states.includes(state));
  const [inFlight, unknown, confirmed] = [find("prepared", "sending"), find("unknown"), find("confirmed")];
  return [
    ...(inFlight === undefined ? [] : [{ kind: "sameInFlight", entry: inFlight } as const]),
    ...(unknown === undefined ? [] : [{ kind: "sameUnknown", entry: unknown } as const]),
    // If the pieces of an order are known, each piece is a reason of its own.
    ...(confirmed !== undefined && (!isOrder(purchase) || confirmed.keys.size === 0 || pieces.length === 0)
      ? [{ kind: "sameConfirmed", entry: confirmed } as const]
      : []),
  ];
}

/** Reports tasks of one run that share a collect or an item, which would be paid for twice. */
function findShared({ taskId, pieces, collectIds = [] }: Purchase, run: readonly Purchase[]): Reason[] {
  if (taskId === undefined) return [];
  const shared = run.flatMap((other) => {
    if (other.taskId === undefined || isSameId(other.taskId, taskId)) return [];
    const keys = new Set(other.pieces.flatMap((piece) => piece.keys));
    const others = new Set(other.collectIds?.map(toIdKey));
    const name =
      collectIds.find((id) => others.has(toIdKey(id))) ??
      pieces.find((piece) => piece.keys.some((key) => keys.has(key)))?.name;
    return name === undefined ? [] : [{ taskId: other.taskId, name }];
  });
  return shared.length === 0 ? [] : [{ kind: "sharedInRun", taskId, shared }];
}

/** Returns the accepted order of the same pieces, while its files can be downloaded. */
function findResumable(purchase: Purchase, entries: readonly Entry[]): Entry | undefined {
  if (!isOrder(purchase)) return undefined;
  const { identity, taskId } = purchase;
  return entries.find(
    (entry) =>
      isOrder(entry) &&
      entry.state === "confirmed" &&
      !entry.isExpired &&
      (taskId === undefined ? entry.identity === identity : isOfTask(entry, taskId)),
  );
}

const KINDS = ["pieceInFlight", "pieceUnknown", "pieceHeld", "pieceExpired"] as const;

function classifyOwner({ state, isExpired }: Entry): (typeof KINDS)[number] | undefined {
  if (state === "sending") return "pieceInFlight";
  if (state === "unknown") return "pieceUnknown";
  if (state === "prepared") return undefined;
  return isExpired ? "pieceExpired" : "pieceHeld";
}

/** Reports each wanted piece with one holder of each kind. */
function findOwnedPieces(purchase: Purchase, entries: readonly Entry[]): Reason[] {
  if (!isOrder(purchase)) return [];
  const orders = entries.filter(isOrder);
  const reasons: Reason[] = [];
  let named = new Set<string>();
  for (const kind of KINDS) {
    const holders = findHolders(
      purchase,
      orders.filter((entry) => classifyOwner(entry) === kind),
    ).map((holder) => ({
      ...holder,
      held: holder.held.filter((name) => !named.has(name)),
    }));
    const news = holders.filter(({ held }) => held.length > 0);
    if (news.length === 0) continue;
    reasons.push({ kind, holders: news });
    named = new Set([...named, ...news.flatMap(({ held }) => held)]);
  }
  return reasons;
}

/** Sorts the orders that own most of the pieces first, and reports each piece once. */
function findHolders({ pieces, isComplete, taskId }: Purchase, entries: readonly Entry[]): Holder[] {
  const byKey = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const key of entry.keys) {
      const owners = byKey.get(key);
      if (owners === undefined) byKey.set(key, [entry]);
      else owners.push(entry);
    }
  const ownersOf = new Map(
    pieces.map(({ name, keys }) => [name, new Set(keys.flatMap((key) => byKey.get(key) ?? []))]),
  );
  const counts = new Map<Entry, number>();
  for (const owners of ownersOf.values())
    for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const held = new Map<Entry, string[]>();
  const open: string[] = [];
  for (const [name, owners] of ownersOf) {
    let best: Entry | undefined;
    for (const owner of owners)
      if (best === undefined || (counts.get(owner) ?? 0) > (counts.get(best) ?? 0)) best = owner;
    if (best === undefined) open.push(name);
    else held.set(best, [...(held.get(best) ?? []), name]);
  }
  // An order of the same task owns the same contents, so its items are not reported individually.
  const contents = pieces.find(
    ({ keys }) => taskId !== undefined && keys.includes(makeTaskKey(taskId)),
  )?.name;
  const isWhole = contents !== undefined && !open.includes(contents);
  const known = [...held].map(([entry, names]) => ({
    entry,
    held: isWhole ? names.filter((name) => name === contents) : names,
    isGuess: false,
  }));
  if (isWhole) return known.filter((holder) => holder.held.length > 0);
  return [...known, ...listGuesses({ pieces, isComplete, taskId }, entries, open)];
}

/** Returns the orders that may own the pieces in `open`, because the contents of the order or of the purchase are unknown. */
function listGuesses(
  purchase: Pick<Purchase, "isComplete" | "taskId" | "pieces">,
  entries: readonly Entry[],
  open: readonly string[],
): Holder[] {
  if (purchase.isComplete && open.length === 0) return [];
  const names = open.length > 0 ? open : purchase.pieces.map(({ name }) => name);
  const held = names.length > 0 ? names : ["the ordered contents"];
  return entries
    .filter((entry) => mayShare(purchase, entry))
    .map((entry) => ({ entry, held, isGuess: true }));
}

/** Reports whether an order and the purchase may share a piece that is missing in the list of one of them. */
function mayShare(
  { isComplete, taskId }: Pick<Purchase, "isComplete" | "taskId">,
  entry: Pick<Entry, "isComplete" | "taskId">,
): boolean {
  if (isComplete && entry.isComplete) return false;
  // Orders of two tasks share nothing, but a task may contain the items that the purchase lists.
  return taskId === undefined || entry.taskId === undefined || isComplete;
}
