/** What a rule of the interface found wrong with a body. */
import type { ErrorCode } from "../errors.ts";

export type Path = readonly (string | number)[];

/** What a rule found. `says` follows the field's name and value in the message; `message` replaces all three. */
export interface Finding {
  code: ErrorCode;
  /** From the value that the rule is attached to; left out, the value itself is meant. */
  path?: Path;
  says?: string;
  message?: string;
  rule?: string;
  hint?: string;
}
