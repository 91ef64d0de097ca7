/** Suggested commands with short ids of requests, as the tables of a terminal show them. */
import { isUuid, makeShortener } from "../../domain/short-ids.ts";
import { type Command, type Hint, isCommand } from "../../hint.ts";

/** Commands whose arguments are ids of tasks, series or collects, and flags with such an id. */
const WITH_IDS = /^(?:task|repeat|collect|order task)\b/;
const ID_FLAGS: ReadonlySet<string> = new Set(["--repeat-id", "--collect"]);

export function shortenHint(hint: Hint): Hint {
  if (typeof hint === "string") return hint;
  if (isCommand(hint)) return shortenCommand(hint);
  return { parts: hint.parts.map((part) => (typeof part === "string" ? part : shortenCommand(part))) };
}

function shortenCommand(command: Command): Command {
  const { words } = command;
  const [first, second] = words.map(({ text }) => text);
  const hasIds = WITH_IDS.test(`${first} ${second}`);
  const isId = (at: number): boolean => {
    const before = words[at - 1]?.text ?? "";
    return isUuid(words[at]!.text) && (before.startsWith("--") ? ID_FLAGS.has(before) : hasIds);
  };
  const shorten = makeShortener(words.flatMap(({ text }, at) => (isId(at) ? text : [])));
  return {
    ...command,
    words: words.map((word, at) => (isId(at) ? { ...word, text: shorten(word.text) } : word)),
  };
}
