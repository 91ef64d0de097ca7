import { resolve } from "node:path";
import { inputError } from "../../errors.ts";
import type { KeyRow } from "../../app/accounts/config-keys.ts";

/**
 * What to store for a value as typed: judged by the reader that will read it back. A value that is more than its text
 * (a duration) is stored as it was written; a path is made absolute, since the next run may stand elsewhere.
 */
export function readConfigValue({ profileKey, read }: KeyRow, text: string, cwd: string): unknown {
  const reading = read(text);
  if (!reading.ok) {
    throw inputError([
      {
        code: "CONFIG_INVALID",
        path: profileKey,
        value: text,
        rule: reading.rule,
        message: `${profileKey} ${JSON.stringify(text)}: ${reading.rule}`,
        hint: reading.hint,
      },
    ]);
  }
  if (profileKey === "caFile") return resolve(cwd, text);
  if (typeof reading.value === "string") return reading.value;
  return String(reading.value) === text ? reading.value : text;
}
