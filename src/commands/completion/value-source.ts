/** The source of the values of a flag or an argument, derived from its known values and its name. */
import { completedWords } from "../../cli/completion/completing.ts";
import type { IdKind } from "../../cli/completion/id-kinds.ts";

export type ValueSource =
  | { from: "words"; words: readonly string[] }
  | { from: "files" }
  | { from: "folders" }
  /** A text, or `@` and a file. */
  | { from: "document" }
  | { from: "ids"; kind: IdKind }
  /** Anything: no proposals. */
  | { from: "anything" };

interface Named {
  long?: string | undefined;
  description: string;
  argChoices?: readonly string[] | undefined;
}

const KINDS: readonly (readonly [pattern: RegExp, kind: IdKind])[] = [
  [/^order-?ids?$/i, "order"],
  [/^(tasking-?request|task)-?ids?$/i, "task"],
  [/^(repeat-?request|repeat)-?ids?$/i, "repeat"],
  [/^collect-?ids?$/i, "collect"],
  [/^items?(-?ids?)?$/i, "item"],
  [/^collection\/item$/i, "granule"],
  [/^collections?(-?ids?)?$/i, "collection"],
  [/^intent-?ids?$/i, "intent"],
  [/^profile$/i, "profile"],
];

/** The kind of a bare `--id`, by command. */
const BARE_ID: readonly (readonly [word: RegExp, kind: IdKind])[] = [
  [/^catalog$/, "item"],
  [/^tasks?$/, "task"],
  [/^repeats?$/, "repeat"],
  [/^approvals$/, "task"],
];

const kindIn = (table: typeof KINDS, text: string): IdKind | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** `valueName` is the name in angle brackets. */
export function valueSource(path: readonly string[], valueName: string, named: Named): ValueSource {
  const { long = "", description, argChoices = completedWords(named) } = named;
  if (argChoices.length > 0) return { from: "words", words: argChoices };
  // A path may also be a path of the service or of a body.
  if (/^(path|file)s?$/i.test(valueName) && /file|stdin/i.test(`${long} ${description}`))
    return { from: "files" };
  if (/^(dir|folder|directory)$/i.test(valueName)) return { from: "folders" };
  if (description.includes("@file")) return { from: "document" };
  const name = long.replace(/^--/, "");
  const kind =
    kindIn(KINDS, valueName) ??
    kindIn(KINDS, name) ??
    (name === "id" || valueName === "id"
      ? path.map((word) => kindIn(BARE_ID, word)).find(Boolean)
      : undefined);
  return kind === undefined ? { from: "anything" } : { from: "ids", kind };
}
