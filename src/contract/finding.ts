/** The findings of the rules about a body. */
import type { ErrorCode } from "../errors.ts";

export type Path = readonly (string | number)[];

/** One finding. `says` follows the name and value of the field in the message; `message` replaces all three. */
export interface Finding {
  code: ErrorCode;
  /** The path from the value that has the rule. Without a path, the finding refers to the value itself. */
  path?: Path;
  says?: string;
  message?: string;
  rule?: string;
}
