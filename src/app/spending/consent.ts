/** The deliberate yes before money moves, or before something happens that nobody can take back. */
import { AppError } from "../../errors.ts";
import type { Context } from "../../cli/context.ts";
import { askYesNo } from "../../cli/input/prompt.ts";

/**
 * Returns when the person agreed, or said --yes beforehand. `hint` tells a script what to add.
 * Errors: CONFIRMATION_REQUIRED where nobody can be asked, ABORTED after a no.
 */
export async function agree(
  { world, options, canAsk }: Pick<Context, "world" | "options" | "canAsk">,
  question: string,
  hint = "Add --yes to agree",
): Promise<void> {
  if (options.yes === true) return;
  if (!canAsk) {
    throw new AppError(
      "usage",
      "CONFIRMATION_REQUIRED",
      `${question} Nobody can be asked here, so nothing was sent`,
      { hint },
    );
  }
  if (await askYesNo(world, question, false)) return;
  throw new AppError("local", "ABORTED", "you said no: nothing was sent");
}
