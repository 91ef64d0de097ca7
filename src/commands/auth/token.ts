import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { text } from "../../domain/readers.ts";
import { recordView } from "../../cli/output/view.ts";
import { detail } from "../../render/detail.ts";
import type { TokenReport } from "../../app/accounts/obtain-token.ts";

export const token = defineCommand({
  name: "token",
  summary: "Exchange user name and password for a token (deprecated)",
  description:
    "The password is asked for, or read from stdin (--password-stdin) or SWATH_PASSWORD; it is stored nowhere. The " +
    "token is stored with its end, about an hour ahead, and used when there is no API key. Prefer swath auth login.",
  examples: [
    "swath auth token --username ada@example.com",
    "pass show sar | swath auth token --username ada@example.com --password-stdin --json",
  ],
  syntax: (command) =>
    command
      .addOption(flag("--username <name>", "user name", text))
      .addOption(new Option("--password-stdin", "read the password from stdin"))
      .addOption(new Option("--show", "print the token as well; GitHub Actions masks it")),
  run: async (context, options) => {
    const [{ obtainToken }, { askUsername, readPassword }] = await Promise.all([
      import("../../app/accounts/obtain-token.ts"),
      import("./read-password.ts"),
    ]);
    const { username, ...others } = options;
    const report = await obtainToken(context, {
      ...others,
      username: async () => username ?? (await askUsername(context)),
      password: () => readPassword(context, options),
    });
    if (report.accessToken !== undefined) {
      const { maskCommand } = await import("../../cli/output/github-actions.ts");
      await context.world.stderr.write(maskCommand(context.world, report.accessToken));
    }
    return report;
  },
  view: recordView<TokenReport>({
    text: ({ profile, baseUrl, tokenType, expiresAt, storedIn, accessToken }, { paint }) =>
      detail(
        [
          ["Profile", profile],
          ["Base URL", baseUrl],
          ["Token type", tokenType],
          ["Expires", expiresAt],
          ["Stored in", storedIn ?? "nowhere"],
          ["Token", accessToken],
        ],
        { paint },
      ),
  }),
});
