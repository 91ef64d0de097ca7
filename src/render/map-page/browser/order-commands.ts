/**
 * The text to copy for the ticked rows: the commands that order their items, or else their own commands, or their ids;
 * and the file of the items.
 */
import { commandLine, isWritable, type ProgramName } from "../../../hint.ts";
import type { RowData } from "../page-data.ts";

export type CommandShell = "posix" | "powershell";

export type CopiedText =
  | { ok: true; text: string; needsFile: boolean }
  /** The value cannot be part of a command; the file still contains it. */
  | { ok: false; reason: string };

/** The file that a long command refers to, and that the page saves. */
export const ITEMS_FILE = "order-items.json";

/** Some terminals, and Windows, refuse longer lines. */
const MOST_CHARACTERS = 7000;

interface Archive {
  collectionId: string;
  granuleId: string;
}

interface Generated {
  productType: string;
  collectIds: readonly string[];
}

export function orderCommand(
  verb: "review" | "place",
  items: readonly unknown[],
  carried: readonly string[],
  shell: CommandShell,
  program: ProgramName = "swath",
): CopiedText {
  const words: string[] = [];
  for (const item of items) {
    const word = flagOf(item);
    if (word === undefined) return { ok: false, reason: unwritable("An item", program) };
    words.push(...word);
  }
  const bad = [...words, ...carried].find((word) => !isQuotable(word, shell));
  if (bad !== undefined)
    return { ok: false, reason: unwritable(`The value ${JSON.stringify(bad)}`, program) };
  const line = (flags: readonly string[]): string =>
    `${program} ${commandLine(
      ["order", verb, ...flags, ...carried].map((text) => ({ text })),
      shell,
    )}`;
  const whole = line(words);
  return whole.length <= MOST_CHARACTERS
    ? { ok: true, text: whole, needsFile: false }
    : { ok: true, text: line(["--items", ITEMS_FILE]), needsFile: true };
}

/** Returns the own commands of rows, one per line. */
export function ownCommands(
  commands: readonly (readonly string[])[],
  carried: readonly string[],
  shell: CommandShell,
  program: ProgramName = "swath",
): CopiedText {
  const bad = [...commands.flat(), ...carried].find((word) => !isQuotable(word, shell));
  if (bad !== undefined)
    return {
      ok: false,
      reason: `The value ${JSON.stringify(bad)} contains characters that are not allowed in a command.`,
    };
  const lines = commands.map(
    (words) =>
      `${program} ${commandLine(
        [...words, ...carried].map((text) => ({ text })),
        shell,
      )}`,
  );
  return { ok: true, text: lines.join("\n"), needsFile: false };
}

const unwritable = (what: string, program: ProgramName): string =>
  `${what} contains characters that are not allowed in a command. Save the order items, and type: ${program} order review --items ${ITEMS_FILE}`;

/** Refuses control, bidi and invisible characters, and values that the shell cannot quote. */
const isQuotable = (word: string, shell: CommandShell): boolean =>
  isWritable(word) && commandLine([{ text: word }], shell) !== "<...>";

function flagOf(item: unknown): [flag: string, value: string] | undefined {
  const { collectionId, granuleId, productType, collectIds } = (item ?? {}) as Partial<Archive & Generated>;
  // `order place` splits them in the same way: at the first slash, at the first equals sign, at commas.
  if (isText(collectionId, /^[^/]+$/) && isText(granuleId, /./s))
    return ["--item", `${collectionId}/${granuleId}`];
  const isGenerated = isText(productType, /^[^=\s]+$/) && Array.isArray(collectIds) && collectIds.length > 0;
  if (isGenerated && collectIds.every((id) => isText(id, /^[^,\s]+$/)))
    return ["--generate", `${productType}=${collectIds.join(",")}`];
  return undefined;
}

/** Returns one full id per line. */
export function idLines(rows: readonly Pick<RowData, "id" | "label">[]): CopiedText {
  const bad = rows.find(({ id, label }) => !isWritable(id ?? label));
  if (bad !== undefined)
    return {
      ok: false,
      reason: `The id ${bad.label} has characters that hide or move text, so the ids are not copied: untick its row.`,
    };
  return { ok: true, text: rows.map(({ id, label }) => id ?? label).join("\n"), needsFile: false };
}

const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === "string" && pattern.test(value);

export const itemsFile = (items: readonly unknown[]): string => `${JSON.stringify(items, undefined, 2)}\n`;
