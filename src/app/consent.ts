/** The consent before money is spent, or before something happens that cannot be undone. */
import { AppError } from "../errors.ts";
import type { Surroundings } from "./surroundings.ts";
import { advice, again, type Hint } from "../hint.ts";

/**
 * Returns when the person agrees, now or beforehand. `hint` says what a script adds to agree. Errors:
 * CONFIRMATION_REQUIRED when it is not a terminal, ABORTED after a no.
 */
export async function agree(
  { consent }: Pick<Surroundings, "consent">,
  question: string,
  hint: Hint = advice`Add --yes to agree${again("--yes")}`,
): Promise<void> {
  if (consent.isGiven) return;
  requireAnswer(consent, question, hint);
  if (await consent.ask(question)) return;
  throw new AppError("local", "ABORTED", "Cancelled. Nothing was sent.");
}

/** Throws CONFIRMATION_REQUIRED without consent beforehand and without a terminal. */
export function requireAnswer(
  { isGiven, canAsk }: Pick<Surroundings["consent"], "isGiven" | "canAsk">,
  question: string,
  hint: Hint,
): void {
  if (isGiven || canAsk) return;
  throw new AppError(
    "usage",
    "CONFIRMATION_REQUIRED",
    `${question} This is not a terminal, so nothing was sent`,
    { hint },
  );
}
