import { each, type Step } from "../steps.ts";

/**
 * Unknown commands, wrong flags, and the words that a command accepts. Help, completions and schemas have tests of their own.
 */
export const usage: Step[] = [
  ...each("help", ["nothing", "ordre"]),
  { line: "taks" },
  { line: "taks list" },
  { line: "order plcae" },
  { line: "order place --itme x" },
  { line: "order place --item" },
  { line: "order download" },
  { line: "order download a b" },
  { line: "task list --limit many" },
  { line: "task list --limit 0" },
  { line: "task list --limit -1" },
  { line: "task list --output jsno" },
  { line: "task list --color sometimes" },
  { line: "task list --json --output csv" },
  { line: "--json" },
  { line: "--nothing" },
  { line: "plcae --json" },
  { line: "-V" },
  { line: "--version" },
  { line: "version" },
  { line: "version --json" },
  { line: "version", terminal: true },
  { line: "version --output yaml" },
  ...each("schema", ["task --skeleton", "order --skeleton", "catalog --skeleton --output yaml", "ordre", ""]),
  ...each(
    "",
    ["task create", "repeat create", "order place", "catalog search", "export links", "org set-defaults"].map(
      (command) => `${command} --generate-skeleton`,
    ),
  ),
  { line: "completion ksh" },
  { line: "completion" },
];
