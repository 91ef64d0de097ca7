import { usageError } from "../../cli/input/usage.ts";
import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { readNonEmpty } from "../../domain/readers.ts";
import { recordView } from "../../cli/output/view.ts";
import type { TokenReport } from "../../app/accounts/obtain-token.ts";
import type { Context } from "../../cli/context.ts";
import { AppError } from "../../errors.ts";

export const token = defineCommand({
  name: "token",
  summary: "Exchange user name and password for a token (deprecated)",
  description:
    "The password is typed, or read from stdin (--password-stdin) or SWATH_PASSWORD; it is not stored. The " +
    "token is stored, expires after about an hour, and is used when there is no API key. Prefer swath auth " +
    "login.",
  examples: [
    "swath auth token --username ada@example.com",
    "pass show sar | swath auth token --username ada@example.com --password-stdin --json",
  ],
  syntax: (command) =>
    command
      .addOption(flag("--username <name>", "user name", readNonEmpty))
      .addOption(new Option("--password-stdin", "read the password from stdin"))
      .addOption(new Option("--show", "print the token as well; GitHub Actions masks it")),
  run: async (context, options) => {
    const { obtainToken } = await import("../../app/accounts/obtain-token.ts");
    const { username, ...others } = options;
    const report = await obtainToken(context, {
      ...others,
      username: async () => username ?? (await askUsername(context)),
      password: () => readPassword(context, options),
    });
    if (report.accessToken !== undefined) {
      const { maskCommand } = await import("../../cli/output/github-actions.ts");
      // Only text is cleaned of secrets, and the runner needs this one to mask it.
      await context.world.stderr.write(Buffer.from(maskCommand(context.world, report.accessToken)));
    }
    return report;
  },
  view: recordView<TokenReport>({
    fields: ({ profile, baseUrl, tokenType, expiresAt, storedIn, accessToken }) => [
      ["Profile", profile],
      ["Base URL", baseUrl],
      ["Token type", tokenType],
      ["Expires", expiresAt],
      ["Stored in", storedIn ?? "nowhere"],
      ["Token", accessToken],
    ],
  }),
});

async function askUsername({ consent, world }: Context): Promise<string> {
  if (consent.canAsk) return (await import("../../cli/input/prompt.ts")).askText(world, "User name");
  throw usageError(
    "no user name was given, and this is not a terminal to ask for it",
    "Add --username <name>",
  );
}

async function readPassword(context: Context, { passwordStdin }: { passwordStdin?: true }): Promise<string> {
  const fromEnvironment = context.world.env["SWATH_PASSWORD"] ?? "";
  if (passwordStdin === true) {
    const { readText } = await import("../../geo/read-text.ts");
    const flag = "--password-stdin";
    const { text } = readText(await context.stdin.read(flag), flag, "INPUT_NOT_READABLE");
    return requireNotEmpty(text.replace(/\r?\n$/, ""), flag);
  }
  if (fromEnvironment !== "") return fromEnvironment;
  if (context.consent.canAsk) {
    const { askSecret } = await import("../../cli/input/prompt.ts");
    return requireNotEmpty(await askSecret(context.world, "Password"), "the password");
  }
  throw usageError(
    "no password was given, and this is not a terminal to ask for it",
    "Pipe it in with --password-stdin",
  );
}

function requireNotEmpty(password: string, source: string): string {
  if (password !== "") return password;
  throw new AppError("usage", "INPUT_NOT_READABLE", `${source} is empty`);
}
