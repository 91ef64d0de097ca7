/** What to type next about an order: the same service, and the folder that was named. */
import type { Context } from "../context.ts";

interface Where {
  /** Folder that the person named; a hint without one names a new folder. */
  outDir?: string;
  wait?: true;
}

/** `swath order download <id> --out-dir <dir>`, with what chose the service. */
export function downloadCommand(
  context: Pick<Context, "options">,
  orderId: string,
  { outDir = "imagery", wait }: Where = {},
): string {
  const waiting = wait === true ? " --wait" : "";
  return `swath order download ${quoted(orderId)} --out-dir ${quoted(outDir)}${waiting}${serviceWords(context)}`;
}

/** `swath order wait <id>` with more time. */
export const waitCommand = (context: Pick<Context, "options">, orderId: string): string =>
  `swath order wait ${quoted(orderId)} --wait-timeout 2h${serviceWords(context)}`;

/** The flags that this run chose its service with: a hint without them would ask another one. */
export function serviceWords({ options: { sandbox, profile } }: Pick<Context, "options">): string {
  if (sandbox === true) return " --sandbox";
  return profile === undefined ? "" : ` --profile ${quoted(profile)}`;
}

const quoted = (word: string): string =>
  /^[\w./:@%+=,~-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
