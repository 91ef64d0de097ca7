/** Maps arguments to an exit code. Contains the only `catch` that prints. Loads only what the arguments need. */
import { NOUNS, SINGLES } from "./commands/index.ts";
import { Secrets } from "./client/redact.ts";
import { holdingNotes, writeHeld } from "./cli/output/held-lines.ts";
import { widthOf } from "./cli/output/presentation.ts";
import { asksForRootHelp, rootHelp, TOPIC_NAMES, withProgramName } from "./cli/help/root-help.ts";
import type { Output, Outside, World } from "./cli/world.ts";
import { programName } from "./hint.ts";
import type { ExitCode } from "./errors.ts";

const TREE = { nouns: NOUNS, singles: SINGLES };

export async function run(outside: Outside): Promise<ExitCode> {
  const said: string[] = [];
  const world = withSecrets(holdingNotes(outside));
  try {
    const exitCode = await perform(world, said);
    await writeHeld(world);
    return await summarised(world, said, exitCode);
  } catch (error) {
    const { reportFailure } = await import("./cli/output/report-failure.ts");
    return summarised(world, said, await reportFailure(world, error), error);
  }
}

/** Returns the world whose stderr removes the secrets of the run from its text, as the last step before it is read. */
function withSecrets(outside: Outside): World {
  const { SWATH_API_KEY, SWATH_TOKEN, SWATH_PASSWORD } = outside.env;
  const secrets = new Secrets();
  secrets.know([SWATH_API_KEY, SWATH_TOKEN, SWATH_PASSWORD].filter((secret) => secret !== undefined));
  const cleaned = (stderr: Output): Output =>
    Object.create(stderr, {
      // Bytes are those of another program.
      write: {
        value: (chunk: string | Uint8Array) =>
          stderr.write(typeof chunk === "string" ? secrets.clean(chunk) : chunk),
      },
    }) as Output;
  let stderr: Output | undefined;
  return Object.create(outside, {
    secrets: { value: secrets, enumerable: true },
    stderr: { get: () => (stderr ??= cleaned(outside.stderr)), enumerable: true },
  }) as World;
}

/** Writes the summary of a run and returns its exit code. `said`: the run's messages, as lines. */
async function summarised(
  world: World,
  said: readonly string[],
  exitCode: ExitCode,
  error?: unknown,
): Promise<ExitCode> {
  if (world.argv.includes("--step-summary")) {
    const { appendStepSummary } = await import("./cli/output/github-actions.ts");
    await appendStepSummary(world, said, exitCode, error);
  }
  return exitCode;
}

async function perform(world: World, said: string[]): Promise<ExitCode> {
  const { argv, env, stdout } = world;
  const [first, ...rest] = argv;
  const [width, program] = [widthOf(stdout, env["COLUMNS"]), programName(env)];
  if (asksForRootHelp(argv)) {
    await stdout.write(rootHelp(TREE, width, program));
    return 0;
  }
  // Called by completion scripts, not by people.
  if (first === "__complete") {
    const { complete } = await import("./commands/completion/complete.ts");
    await complete(world, TREE, rest);
    return 0;
  }
  const isHelpCommand = first === "help";
  if (isHelpCommand && rest.length === 1 && TOPIC_NAMES.some((topic) => topic === rest[0])) {
    const { helpTopic } = await import("./cli/help/help-topics.ts");
    const say = withProgramName(program, [...NOUNS, ...SINGLES]);
    await stdout.write(say(helpTopic(rest[0] as (typeof TOPIC_NAMES)[number], width)));
    return 0;
  }
  const { readWords } = await import("./cli/command/read-words.ts");
  const asked = await readWords(TREE, isHelpCommand ? rest : argv, { width, program, isHelpCommand });
  if ("text" in asked) {
    await stdout.write(asked.text);
    return 0;
  }
  const { runCommand } = await import("./cli/command/run-command.ts");
  return runCommand(world, asked.command, said);
}
