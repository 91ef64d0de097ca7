import { usageFault } from "../../cli/input/usage.ts";
import type { Format } from "../../domain/output-formats.ts";
import { inputError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";

// Spec silent: the collection of a scene in an export file. We ask for it: an order item needs one, and export files do
// not contain it.
export function requireCollection(format: Format, collection: string | undefined): void {
  if (format !== "order-items" || collection !== undefined) return;
  const message = "--collection: order items need their collection, which export files do not contain";
  const hint = advice`Add --collection <id>, as this shows it: ${swath`catalog search`}`;
  throw inputError([usageFault("--collection", message, { next: hint })]);
}
