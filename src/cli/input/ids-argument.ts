/** Ids as arguments, or from stdin with `-`: the same in every command that takes one. */
import { AppError } from "../../errors.ts";
import type { Context } from "../context.ts";

/** The ids in order, each once. */
export async function readIds(
  { stdin, notes }: Pick<Context, "stdin" | "notes">,
  given: readonly string[],
  what: string,
): Promise<string[]> {
  const ids: string[] = [];
  let repeats = 0;
  const add = (text: string): void => {
    const id = text.trim();
    if (id === "") return;
    if (ids.includes(id)) repeats += 1;
    else ids.push(id);
  };
  for (const word of given) {
    if (word !== "-") {
      add(word);
      continue;
    }
    for (const line of (await stdin.read(`${what} -`)).toString("utf8").split(/\s+/)) add(line);
  }
  if (repeats > 0) notes.note(`${repeats} ids were given twice and are taken once`);
  if (ids.length > 0) return ids;
  throw new AppError(
    "usage",
    "USAGE",
    given.includes("-") ? `stdin holds no ${what}` : `no ${what} is given`,
    {
      hint: "Give ids as arguments, or one a line on stdin",
    },
  );
}
