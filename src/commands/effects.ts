/** The most that each command can do, for people and assistants who must know before they run it. */

export type CommandEffect = "reads" | "writes" | "spends";

export const EFFECT_MEANINGS: Readonly<Record<CommandEffect, string>> = {
  reads: "changes nothing, except files that a flag names",
  writes: "changes something at the service, in settings or in files; costs nothing",
  spends: "can cost money, after a question or with --yes",
};

/** Every command. A test compares it with the effects of the endpoints and with the imports of the commands. */
const COMMANDS: Readonly<Record<CommandEffect, readonly string[]>> = {
  reads: [
    "task get",
    "task cost",
    "task list",
    "task types",
    "task collection-types",
    "task search",
    "task wait",
    "repeat get",
    "repeat cost",
    "repeat list",
    "repeat search",
    "repeat wait",
    "approvals list",
    "search tasks",
    "search repeats",
    "catalog preview",
    "catalog search",
    "catalog stacks",
    "order review",
    "order links",
    "order wait",
    "order history",
    "quote show",
    "deliveries list",
    "export list",
    "export links",
    "export query",
    "journal list",
    "journal show",
    "spend",
    "spend report",
    "auth status",
    "profile list",
    "profile show",
    "config get",
    "config list",
    "config path",
    "sandbox status",
    "sandbox users",
    "status",
    "passes",
    "doctor",
    "schema",
    "commands",
    "version",
  ],
  writes: [
    "task reject",
    "task set-products",
    "repeat reject",
    "approvals reject",
    "order download",
    "deliveries catalog",
    "export fetch",
    "export sync",
    "org set-defaults",
    "journal resolve",
    "journal prune",
    "journal export",
    "journal import",
    "quote approve",
    "quote key",
    "auth login",
    "auth logout",
    "auth token",
    "profile use",
    "profile delete",
    "config set",
    "config unset",
    "sandbox start",
    "sandbox stop",
    "sandbox clock",
    "sandbox set",
    "sandbox faults",
    "sandbox cancel-task",
    "sandbox cancel-repeat",
    "sandbox complete-order",
    "sandbox reset",
    "verify",
    "gallery",
    "completion",
    // It buys in its own sandbox only.
    "demo",
  ],
  spends: [
    "task create",
    "task approve",
    "task retask",
    "repeat create",
    "repeat approve",
    "repeat retask",
    "approvals",
    "approvals approve",
    "collect retask",
    "order place",
    "order task",
    "quote buy",
    "watch",
    // It buys what a person has approved.
    "mcp",
    "api",
  ],
};

const EFFECTS = new Map(
  (Object.keys(COMMANDS) as CommandEffect[]).flatMap((effect) =>
    COMMANDS[effect].map((command) => [command, effect] as const),
  ),
);

/** @param path such as `["order", "place"]` */
export function commandEffect(path: readonly string[]): CommandEffect {
  const command = path.join(" ");
  const effect = EFFECTS.get(command);
  if (effect === undefined) throw new Error(`src/commands/effects.ts has no effect of "swath ${command}"`);
  return effect;
}
