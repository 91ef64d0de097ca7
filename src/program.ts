/** Maps arguments to an exit code. Contains the only `catch` that prints. Loads only what the arguments need. */
import { NOUNS, SINGLES } from "./commands/index.ts";
import { holdNotes, writeHeld } from "./cli/output/held-lines.ts";
import { chooseWidth } from "./cli/output/presentation.ts";
import { asksForRootHelp, formatRootHelp, TOPIC_NAMES, withProgramName } from "./cli/help/root-help.ts";
import type { Outside, World } from "./cli/world.ts";
import { programName } from "./hint.ts";
import type { ExitCode } from "./errors.ts";

const TREE = { nouns: NOUNS, singles: SINGLES };

export async function run(outside: Outside): Promise<ExitCode> {
  const said: string[] = [];
  const holding = holdNotes(outside);
  let made: Promise<World> | undefined;
  // The report of a failure removes the secrets of the command, so both have the same world.
  const world = (): Promise<World> =>
    (made ??= import("./cli/output/without-secrets.ts").then(({ withSecrets }) => withSecrets(holding)));
  try {
    const exitCode = await perform(holding, world, said);
    if (made !== undefined) await writeHeld(await world());
    return await writeSummary(outside.argv, world, said, exitCode);
  } catch (error) {
    const { reportFailure } = await import("./cli/output/report-failure.ts");
    return writeSummary(outside.argv, world, said, await reportFailure(await world(), error), error);
  }
}

/** Writes the summary of a run and returns its exit code. `said`: the run's messages, as lines. */
async function writeSummary(
  argv: World["argv"],
  world: () => Promise<World>,
  said: readonly string[],
  exitCode: ExitCode,
  error?: unknown,
): Promise<ExitCode> {
  if (argv.includes("--step-summary")) {
    const { appendStepSummary } = await import("./cli/output/github-actions.ts");
    await appendStepSummary(await world(), said, exitCode, error);
  }
  return exitCode;
}

/** Returns the words of `help CODE` for those of `help errors CODE`. */
const withoutErrors = (words: readonly string[]): readonly string[] =>
  words[0] === "errors" && words.length > 1 ? words.slice(1) : words;

/** Returns the text of a topic or an error code; undefined for the words of a command. */
async function findHelpEntry(words: readonly string[], width: number): Promise<string | undefined> {
  const topic = words.length === 1 ? TOPIC_NAMES.find((name) => name === words[0]) : undefined;
  if (topic !== undefined) return (await import("./cli/help/help-topics.ts")).formatHelpTopic(topic, width);
  const { findErrorCode, formatErrorEntry } = await import("./cli/help/error-entry.ts");
  const code = findErrorCode(withoutErrors(words));
  return code && formatErrorEntry(code, width);
}

async function perform(outside: Outside, world: () => Promise<World>, said: string[]): Promise<ExitCode> {
  const { argv, env, stdout, platform } = outside;
  const [first, ...rest] = argv;
  const [width, program] = [chooseWidth(stdout, env["COLUMNS"]), programName(env)];
  if (asksForRootHelp(argv)) {
    await stdout.write(formatRootHelp(TREE, width, program));
    return 0;
  }
  // Called by completion scripts, not by people.
  if (first === "__complete") {
    const { complete } = await import("./commands/completion/complete.ts");
    await complete(outside, TREE, rest);
    return 0;
  }
  const isHelpCommand = first === "help";
  const words = isHelpCommand ? withoutErrors(rest) : argv;
  const entry = isHelpCommand ? await findHelpEntry(rest, width) : undefined;
  if (entry !== undefined) {
    await stdout.write(withProgramName(program, [...NOUNS, ...SINGLES])(entry));
    return 0;
  }
  const { readWords } = await import("./cli/command/read-words.ts");
  const asked = await readWords(TREE, words, {
    width,
    platform,
    program,
    isHelpCommand,
  });
  if ("text" in asked) {
    await stdout.write(asked.text);
    return 0;
  }
  const { runCommand } = await import("./cli/command/run-command.ts");
  return runCommand(await world(), asked.command, said);
}
