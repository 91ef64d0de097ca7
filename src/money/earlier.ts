/** The answers about earlier purchases of the same: agreed, skipped, or bought again. */
import { noteIfInterrupted, requireConsent } from "./consent.ts";
import { listFacts, isFinal, isOwned, isSilent, type Holder, type Reason } from "./judge.ts";
import { isTaskName, type Purchase } from "./purchase.ts";
import type { Offer, Run } from "./run.ts";
import {
  describeAgain,
  describeBought,
  makeEarlierError,
  formatEarlierQuestion,
  formatWithoutQuestion,
} from "./words.ts";

const agreeTo = ({ agreed }: Run, reason: Reason): void => {
  for (const fact of listFacts(reason)) agreed.add(fact);
};

/** Agrees to silent reasons, and to all but requests in flight for `resend`. */
export function acceptSilently(run: Run, purchase: Purchase, reasons: readonly Reason[]): void {
  const { consent, events } = run.context;
  for (const reason of reasons) {
    if (isSilent(reason) || (run.isAgainAtNoCost && isOwned(reason))) agreeTo(run, reason);
    if (!consent.resend || isFinal(reason)) continue;
    if ("holders" in reason) events.note(describeAgain(reason, run.chooseWords(purchase)));
    agreeTo(run, reason);
  }
}

/**
 * Asks about each reason. After a no, pieces that are held are skipped: returns the offer of the others. Throws the first reason
 * where no question is possible, or where a run that skips what is owned would pay a second time.
 */
export async function askAboutEarlier<Reply, Body>(
  run: Run,
  offer: Offer<Reply, Body>,
  reasons: readonly Reason[],
): Promise<Offer<Reply, Body>> {
  const { consent } = run.context;
  for (const reason of reasons) {
    const without = await leaveOutHeld(offer, reason);
    const { rest, isNeeded } = without;
    const words = { ...run.chooseWords(offer.purchase), isNeeded };
    // The items of a quote are those of its price.
    const others = run.quote === undefined ? rest?.purchase.pieces.length : undefined;
    const { skipsOwned } = run;
    if (skipsOwned && isCertain(reason)) throw makeEarlierError(reason, { ...words, others, skipsOwned });
    if (!consent.canAsk || consent.isGiven) {
      throw makeEarlierError(reason, { ...words, others, skipsOwned });
    }
    if (rest === undefined || !("holders" in reason))
      await requireConsent(run.context, formatEarlierQuestion(reason, words));
    else if (!(await isBoughtAgain(run, reason.holders, rest))) {
      run.context.events.note(`Skipped: ${[...without.held].join(", ")}`);
      return rest;
    }
    agreeTo(run, reason);
  }
  return offer;
}

/** Returns whether a yes would certainly pay a second time. */
const isCertain = (reason: Reason): boolean =>
  reason.kind === "sharedInRun" || ("holders" in reason && reason.holders.some(({ isGuess }) => !isGuess));

const isBoughtAgain = (
  { context }: Run,
  holders: readonly Holder[],
  rest: Offer<unknown>,
): Promise<boolean> =>
  noteIfInterrupted(
    context,
    context.consent.ask(formatWithoutQuestion(holders, rest.purchase.pieces.length)),
    "Nothing was sent",
  );

/** Returns the offer without what is held. `isNeeded`: the rest cannot be ordered without it. */
async function leaveOutHeld<Reply, Body>(
  offer: Offer<Reply, Body>,
  reason: Reason,
): Promise<{ held: ReadonlySet<string>; rest: Offer<Reply, Body> | undefined; isNeeded: boolean }> {
  const holders = "holders" in reason ? reason.holders : [];
  const held = new Set(holders.flatMap((holder) => holder.held));
  const rest = holders.length === 0 ? undefined : await offer.without?.(held);
  // The contents of a task are no piece beside its items.
  const isWhole = [...held].some(isTaskName);
  const count = offer.purchase.pieces.filter(({ name }) => !isTaskName(name)).length;
  const isPart = held.size > 0 && held.size < count && !isWhole;
  return { held, rest, isNeeded: isPart && offer.without !== undefined && rest === undefined };
}

/** Returns the offer without what earlier orders own; undefined if that is nothing, or all. */
export async function leaveOutOwned<Reply, Body>(
  { context }: Run,
  offer: Offer<Reply, Body>,
  holders: readonly Holder[],
): Promise<Offer<Reply, Body> | undefined> {
  if (holders.length === 0) return undefined;
  const rest = await offer.without?.(new Set(holders.flatMap(({ held }) => held)));
  if (rest !== undefined) context.events.note(`Skipped: ${describeBought(holders)}`);
  return rest;
}
