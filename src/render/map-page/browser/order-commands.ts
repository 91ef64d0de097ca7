/**
 * Makes the text to copy for the ticked rows: a command that orders their items, or their own commands, or their ids.
 * Also makes the file of the items, for a command that would be too long.
 */
import { commandLine, isWritable } from "../../../hint.ts";
import type { MapCommand } from "../model.ts";
import type { RowData } from "../page-data.ts";

export interface CopiedText {
  /** Undefined if a value cannot be quoted for the shell. The file contains every value. */
  text?: string;
  remark?: string;
}

/** The name of the file with the order items. The page saves the file, and a long command refers to it. */
export const ITEMS_FILE = "order-items.json";

const LONG = `The command is long, so it reads the file: save the order items as ${ITEMS_FILE} where you run it.`;

/** Maximum length of a command: Windows and some terminals refuse longer lines. */
const MAX_CHARACTERS = 7000;

/** The parts that all commands of a page share. */
type CommandFrame = Pick<MapCommand, "program" | "carried" | "shell">;

export function orderCommand(
  verb: "review" | "place",
  items: readonly unknown[],
  frame: CommandFrame,
): CopiedText {
  const flags = items.map(flagOf);
  const { text, remark } = flags.every((words) => words !== undefined)
    ? ownCommands([["order", verb, ...flags.flat()]], frame)
    : { remark: `An item ${NOT_ALLOWED}` };
  if (text === undefined) {
    const { program = "swath" } = frame;
    return {
      remark: `${remark} Save the order items, and type: ${program} order review --items ${ITEMS_FILE}`,
    };
  }
  if (text.length <= MAX_CHARACTERS) return { text };
  return { ...ownCommands([["order", verb, "--items", ITEMS_FILE]], frame), remark: LONG };
}

/** Returns the commands that the rows have of their own, one per line. */
export function ownCommands(
  commands: readonly (readonly string[])[],
  { program = "swath", carried, shell }: CommandFrame,
): CopiedText {
  const bad = [...commands.flat(), ...carried].find((word) => !isQuotable(word, shell));
  if (bad !== undefined) return { remark: `The value ${JSON.stringify(bad)} ${NOT_ALLOWED}` };
  const lines = commands.map((words) =>
    commandLine(
      [...words, ...carried].map((text) => ({ text })),
      shell,
    ),
  );
  return { text: lines.map((line) => `${program} ${line}`).join("\n") };
}

const NOT_ALLOWED = "contains characters that are not allowed in a command.";

/** Reports whether a shell can quote a word, which must not contain control, bidi or invisible characters. */
const isQuotable = (word: string, shell: MapCommand["shell"]): boolean =>
  isWritable(word) && commandLine([{ text: word }], shell) !== "<...>";

function flagOf(item: unknown): [flag: string, value: string] | undefined {
  const { collectionId, granuleId, productType, collectIds } = (item ?? {}) as Record<string, unknown>;
  // `order place` splits an item in the same way: at the first slash, at the first equals sign, at commas.
  if (isText(collectionId, /^[^/]+$/) && isText(granuleId, /./s))
    return ["--item", `${collectionId}/${granuleId}`];
  const isGenerated = isText(productType, /^[^=\s]+$/) && Array.isArray(collectIds) && collectIds.length > 0;
  if (isGenerated && collectIds.every((id) => isText(id, /^[^,\s]+$/)))
    return ["--generate", `${productType}=${collectIds.join(",")}`];
  return undefined;
}

/** Returns one full id per line. */
export function formatIdLines(rows: readonly Pick<RowData, "id" | "label">[]): CopiedText {
  const bad = rows.find(({ id, label }) => !isWritable(id ?? label));
  if (bad === undefined) return { text: rows.map(({ id, label }) => id ?? label).join("\n") };
  return {
    remark: `The id ${bad.label} has characters that hide or move text, so the ids are not copied: untick its row.`,
  };
}

const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === "string" && pattern.test(value);

export const writeItemsFile = (items: readonly unknown[]): string =>
  `${JSON.stringify(items, undefined, 2)}\n`;
