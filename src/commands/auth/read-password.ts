/** Reads user name and password for `auth token` from stdin, the environment, or a prompt. */
import type { Context } from "../../cli/context.ts";
import { askSecret, askText } from "../../cli/input/prompt.ts";
import { AppError } from "../../errors.ts";

export function askUsername({ canAsk, world }: Context): Promise<string> {
  if (canAsk) return askText(world, "User name");
  throw new AppError("usage", "USAGE", "no user name was given, and this is not a terminal to ask for it", {
    hint: "Add --username <name>",
  });
}

export async function readPassword(
  context: Context,
  { passwordStdin }: { passwordStdin?: true },
): Promise<string> {
  const fromEnvironment = context.world.env["SWATH_PASSWORD"] ?? "";
  if (passwordStdin === true) {
    const bytes = await context.stdin.read("--password-stdin");
    return notEmpty(bytes.toString("utf8").replace(/\r?\n$/, ""), "--password-stdin");
  }
  if (fromEnvironment !== "") return fromEnvironment;
  if (context.canAsk) return notEmpty(await askSecret(context.world, "Password"), "the password");
  throw new AppError("usage", "USAGE", "no password was given, and this is not a terminal to ask for it", {
    hint: "Pipe it in with --password-stdin, or set SWATH_PASSWORD",
  });
}

function notEmpty(password: string, source: string): string {
  if (password !== "") return password;
  throw new AppError("usage", "INPUT_NOT_READABLE", `${source} is empty`);
}
