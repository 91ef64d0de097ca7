/**
 * Updates `docs/troubleshooting.md`. The line of facts below the heading of each code comes from the table of errors.
 * The examples come from `npm run record`. The rest of the page is written by hand.
 */
import { ERROR_CODES, type ErrorCode, type ExitCode } from "../errors.ts";
import { formatCell } from "./markdown.ts";

const RERUNS = {
  fails: "The same command fails again.",
  later: "The same command may succeed later.",
  continues: "Run the same command again: it continues.",
  repaired: "Run the same command again after the repair.",
  refused: "The same command is refused until the outcome is known.",
} as const;

/** The effect of running the same command again, by exit code. Single error codes differ (`EXCEPTIONS`). */
const BY_EXIT: Partial<Record<ExitCode, keyof typeof RERUNS>> = {
  9: "later",
  10: "continues",
  11: "later",
  13: "refused",
  14: "repaired",
};

const EXCEPTIONS: Partial<Record<ErrorCode, keyof typeof RERUNS>> = {
  STORE_PERMISSIONS: "repaired",
  KEYRING_UNAVAILABLE: "repaired",
  ORDER_NOT_FOUND: "later",
  TASK_HAS_NO_COLLECTS: "later",
  APPROVAL_PENDING: "later",
  REDIRECT_REFUSED: "fails",
  DOWNLOAD_NOTHING: "fails",
  RESULT_TOO_LONG: "fails",
  FILE_EXISTS: "fails",
  PATH_UNSAFE: "fails",
  VERIFY_FAILED: "fails",
  PRICE_CHANGED: "later",
};

/** Returns the page with the current facts. Throws for a heading that is not an error code. */
export const withFacts = (page: string): string =>
  page.replaceAll(/^### ([A-Z_]+)\n\n(?:> .*\n\n)?/gm, (_all, name: string) => {
    if (!(name in ERROR_CODES)) throw new Error(`docs/troubleshooting.md: there is no error code ${name}`);
    return `### ${name}\n\n> ${readFacts(name as ErrorCode)}\n\n`;
  });

function readFacts(code: ErrorCode): string {
  const [exit, condition] = ERROR_CODES[code];
  return `Exit code ${exit}: ${formatCell(condition)}. ${RERUNS[EXCEPTIONS[code] ?? BY_EXIT[exit] ?? "fails"]}`;
}
