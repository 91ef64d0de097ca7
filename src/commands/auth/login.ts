import { usageError } from "../../cli/input/usage.ts";
import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { readPath } from "../../domain/readers.ts";
import { recordView } from "../../cli/output/view.ts";
import type { LoginReport } from "../../app/accounts/log-in.ts";
import type { Context } from "../../cli/context.ts";
import { AppError } from "../../errors.ts";
import { keepOne } from "../../hint.ts";

export const login = defineCommand({
  name: "login",
  summary: "Store an API key for the service",
  description:
    "The key is typed without echo, or read from stdin (--api-key-stdin) or a file (--api-key-file); never " +
    "from the command line, which every program on the machine can read. It is stored for this profile and " +
    "for the scheme, host and port of the base URL, and is sent nowhere else. Before it is stored, one " +
    "free read-only request tests whether the service accepts it, and further ones find the prefix of the operator's properties and " +
    "the spelling of your requests (--no-check sends nothing). What else the service does differently comes from a file (--deployment), or is learned " +
    "later.",
  examples: [
    "swath auth login --base-url https://api.example.com",
    "pass show sar-key | swath auth login --api-key-stdin",
    "swath auth login --profile work --base-url https://api.example.com --keyring",
    "swath auth login --base-url https://api.example.com --deployment acme.json",
  ],
  conduct: { mayCreateProfile: true },
  syntax: (command) =>
    command
      .addOption(new Option("--api-key-stdin", "read the key from stdin"))
      .addOption(new Option("--keyring", "keep the key in the system's keyring, not in a file"))
      .addOption(
        flag("--deployment <file>", "file, or built-in name, of a deployment: stored with the key", readPath),
      )
      .addOption(new Option("--no-check", "store the key without testing it")),
  run: async (context, options) => {
    const [{ logIn }, { askText }] = await Promise.all([
      import("../../app/accounts/log-in.ts"),
      import("../../cli/input/prompt.ts"),
    ]);
    const { deployment: file, ...rest } = options;
    if (file === "-" && options.apiKeyStdin === true)
      throw usageError("--deployment and --api-key-stdin both read stdin", "Give the name of a file");
    const deployment =
      file === undefined
        ? undefined
        : await (
            await import("../../cli/input/read-deployment.ts")
          ).readDeploymentFile(context, file, "--deployment");
    return logIn(context, {
      ...rest,
      deployment,
      isKeyAsked: options.apiKeyStdin !== true && context.options.apiKeyFile === undefined,
      askBaseUrl: () => askText(context.world, "Base URL of the service (https://...)"),
      readKey: (origin) => readKey(context, options, origin),
    });
  },
  view: recordView<LoginReport>({
    fields: ({ profile, baseUrl, key, storedIn, checked, tasking, deployment }) => [
      ["Profile", profile],
      ["Base URL", baseUrl],
      ["API key", key],
      ["Stored in", storedIn ?? "nowhere (dry run)"],
      ...(deployment === null ? [] : [["Deployment", deployment] as const]),
      ["Checked", formatChecked(checked, tasking)],
    ],
  }),
});

function formatChecked(checked: boolean, tasking: boolean | null): string {
  if (!checked) return "no";
  return tasking === false ? "yes, for the catalog; tasking was refused" : "yes, the service accepted it";
}

/** Reads the key from the given source, without a line break at its end, or from a prompt. */
async function readKey(
  context: Context,
  { apiKeyStdin }: { apiKeyStdin?: true },
  origin: string,
): Promise<string> {
  const { apiKeyFile, tokenFile } = context.options;
  if (tokenFile !== undefined) {
    throw usageError("auth login stores an API key, and --token-file names a token", "Use --api-key-file");
  }
  if (apiKeyStdin === true && apiKeyFile !== undefined) {
    throw new AppError("usage", "INPUT_AMBIGUOUS", "--api-key-stdin and --api-key-file both give a key", {
      next: keepOne("--api-key-file", "--api-key-stdin"),
    });
  }
  const path = apiKeyStdin === true ? "-" : apiKeyFile;
  if (path !== undefined) {
    const [{ readDocument }, { readText }] = await Promise.all([
      import("../../cli/input/read-value.ts"),
      import("../../geo/read-text.ts"),
    ]);
    const flag = apiKeyStdin === true ? "--api-key-stdin" : "--api-key-file";
    const { bytes, name } = await readDocument(context, path, flag);
    return readText(bytes, name, "INPUT_NOT_READABLE").text.replace(/\r?\n$/, "");
  }
  if (context.consent.canAsk) {
    const { askSecret } = await import("../../cli/input/prompt.ts");
    return askSecret(context.world, `API key for ${origin}`);
  }
  throw usageError(
    "no API key was given, and this is not a terminal to ask for it",
    "Pipe it in with --api-key-stdin",
  );
}
