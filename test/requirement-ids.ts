/** The ids of all requirements, as test/requirements.md lists them: the first cell of each row. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const REQUIREMENT_IDS: readonly string[] = [
  ...new Set(
    readFileSync(join(import.meta.dirname, "requirements.md"), "utf8")
      .split("\n")
      .flatMap((line) => /^\| ([A-Z]+(?:-[A-Z])?-\d+[a-z]?) \|/.exec(line)?.[1] ?? []),
  ),
];
