import { defineCommand } from "../cli/command/define-command.ts";
import { flag } from "../cli/flags/flag.ts";
import { usageError } from "../cli/input/usage.ts";
import { recordView } from "../cli/output/view.ts";
import { readNewPath, readPath } from "../domain/readers.ts";

export const mcp = defineCommand({
  name: "mcp",
  summary: "Serve an assistant by the Model Context Protocol, on stdio",
  description:
    "An assistant starts this command and calls its tools: search, price, download and others; `quote` prepares a purchase, and `buy` " +
    "completes one that a person has approved with `swath quote approve`. Nothing that the assistant or its program sends can approve a " +
    "purchase. The profile and the two folders are fixed when the server starts.",
  examples: [
    "swath mcp --output-root imagery",
    "swath mcp --input-root areas --output-root imagery --sandbox",
  ],
  syntax: (command) =>
    command
      .addOption(flag("--input-root <dir>", "folder of the files that the assistant may read", readPath))
      .addOption(flag("--output-root <dir>", "folder for the files that the assistant writes", readNewPath)),
  run: async (context, { inputRoot, outputRoot }): Promise<void> => {
    const { options, world, outcome } = context;
    if (options.yes === true || options.resend === true || options.dryRun === true)
      throw usageError(
        "an assistant cannot be given consent beforehand, and mcp has no dry run",
        "Leave out --yes, --resend and --dry-run",
      );
    if (world.protocolStreams === undefined) throw new Error("this run has no streams for a protocol");
    const [{ serve }, { openRoots }] = await Promise.all([
      import("../mcp/serve.ts"),
      import("../mcp/roots.ts"),
    ]);
    const roots = await openRoots({ input: inputRoot, output: outputRoot }, context.folder);
    outcome.isStdoutTaken = true;
    const noStdin = (): Promise<never> =>
      Promise.reject(
        usageError("stdin belongs to the protocol, so no key can be read from it", "Store the key"),
      );
    const serviceOptions = { ...context.serviceOptions, readStdin: noStdin };
    if (world.stdin.isTTY)
      context.notes.note("Waiting for the messages of an assistant on stdin; Ctrl-C ends this");
    await serve({ context, serviceOptions, roots }, world.protocolStreams());
  },
  view: recordView<void>({ text: () => "" }),
});
