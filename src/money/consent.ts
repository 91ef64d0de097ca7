/** Asks for consent before a payment or an irreversible action. */
import { AppError } from "../errors.ts";
import type { Consent, MoneyContext } from "./context.ts";

/** The consent of a front end without questions: each one is refused. */
export const NO_CONSENT: Consent = {
  isGiven: false,
  canAsk: false,
  resend: false,
  ask: () => Promise.resolve(false),
};

/** The consent that a person gave before the run. */
export const AGREED: Consent = { ...NO_CONSENT, isGiven: true };

/** Asks the question unless the person agreed before the run. Returns after a yes. Throws CONFIRMATION_REQUIRED without a terminal, else ABORTED. */
export async function requireConsent(context: MoneyContext, question: string): Promise<void> {
  const { consent } = context;
  if (consent.isGiven) return;
  requireAnswer(consent, question);
  if (await noteIfInterrupted(context, consent.ask(question), "Nothing was sent")) return;
  throw new AppError("local", "ABORTED", "Cancelled. Nothing was sent.");
}

/** Returns the answer. If a signal such as Ctrl-C ends the run instead, a note reports what did not happen. */
export async function noteIfInterrupted<Answer>(
  { events }: MoneyContext,
  answer: Promise<Answer>,
  outcome: string,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    // The run's own errors explain themselves.
    if (!(error instanceof AppError)) events.note(outcome);
    throw error;
  }
}

/** Throws CONFIRMATION_REQUIRED without consent beforehand and without a terminal. */
export function requireAnswer(
  { isGiven, canAsk }: Pick<MoneyContext["consent"], "isGiven" | "canAsk">,
  question: string,
): void {
  if (isGiven || canAsk) return;
  throw new AppError(
    "usage",
    "CONFIRMATION_REQUIRED",
    `${question} This is not a terminal, so nothing was sent`,
    { next: "Add --yes to agree" },
  );
}
