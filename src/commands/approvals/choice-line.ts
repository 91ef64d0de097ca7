import type { Waiting } from "../../app/tasking/approvals.ts";
import type { Context } from "../../cli/context.ts";
import { widthOf } from "../../cli/output/presentation.ts";
import { committedText } from "../../domain/spending/price.ts";
import { displayWidth, truncate } from "../../render/width.ts";

/** Width of the pointer, the mark before a choice, and a blank at the end. */
const MARKS = 7;
const GAP = 2;

/** Returns one request in one line of the terminal, with its commitment; a long text is cut before the commitment. */
export function choiceLine({ world }: Pick<Context, "world">, { line, row, price }: Waiting): string {
  const committed = committedText(price) ?? row.priceText;
  const room = widthOf(world.stderr, world.env["COLUMNS"]) - MARKS - GAP - displayWidth(committed);
  return `${truncate(line, Math.max(room, MARKS))}${" ".repeat(GAP)}${committed}`;
}
