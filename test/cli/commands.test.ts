/** `swath commands`: the table of commands for programs, with the effect of each. */
import { expect, it } from "vitest";
import { getEndpoint, ENDPOINT_NAMES } from "../../src/contract/endpoints.ts";
import { ERROR_CODES, EXIT_CODES } from "../../src/errors.ts";
import { readSource, readText } from "../architecture/sources.ts";
import { runWords } from "./world.ts";

interface Named {
  term: string;
  type: string;
  choices?: string[];
  default?: string;
  repeatable: boolean;
}

interface Listed {
  command: string;
  effect: "reads" | "writes" | "spends";
  summary: string;
  arguments: (Named & { required: boolean })[];
  flags: (Named & { flag: string; short?: string })[];
  formats: string[];
  examples: string[];
}

interface Table {
  commands: Listed[];
  globalFlags: (Named & { flag: string })[];
  formats: Record<string, string>;
  exitCodes: Record<string, string>;
  errorCodes: Record<string, { exitCode: number; condition: string }>;
}

const run = async (words: string): Promise<string> => {
  const { exitCode, stdout, stderr, requests } = await runWords(words, {});
  expect({ exitCode, stderr, requests }).toEqual({ exitCode: 0, stderr: "", requests: [] });
  return stdout;
};
const table = JSON.parse(await run("commands --json")) as Table;
const commandNamed = (name: string): Listed => table.commands.find(({ command }) => command === name)!;
const effectOf = (name: string): string => commandNamed(name).effect;

it("REACH-04 commands --json has flags with types, choices and defaults, arguments, formats and codes", () => {
  const { flags, arguments: args, formats } = commandNamed("order download");
  expect(flags.find(({ flag }) => flag === "--checksum")).toMatchObject({
    term: "--checksum <how>",
    type: "choice",
    choices: expect.arrayContaining(["size", "none"]) as string[],
    repeatable: false,
  });
  expect(flags.find(({ flag }) => flag === "--out-dir")).toMatchObject({ type: "folder" });
  expect(commandNamed("order wait").flags.find(({ flag }) => flag === "--poll-interval")?.default).toBe("5s");
  expect(commandNamed("export sync").flags.find(({ flag }) => flag === "--format")?.default).toBe(
    "geoparquet",
  );
  expect(args).toEqual([expect.objectContaining({ term: "[orderId...]", required: true, repeatable: true })]);
  expect(formats).toContain("json");
  expect(table.globalFlags.find(({ flag }) => flag === "--timeout")).toMatchObject({
    type: "duration",
    default: "1m",
  });
  expect(table.globalFlags.find(({ flag }) => flag === "--output")).toMatchObject({
    type: "choice",
    short: "-o",
  });
  expect(table.exitCodes).toEqual(EXIT_CODES);
  expect(Object.keys(table.errorCodes)).toEqual(Object.keys(ERROR_CODES));
});

it("REACH-04 a number is what its flag reads", async () => {
  const numbers = table.commands.flatMap(({ command, flags }) =>
    flags.filter(({ type }) => type === "number").map(({ flag }) => `${command} ${flag}`),
  );
  expect(numbers.length).toBeGreaterThan(20);
  for (const line of numbers) {
    const { exitCode, stderr } = await runWords(`${line} many`, {});
    expect(exitCode, line).toBe(2);
    expect(stderr).toContain(`${line.split(" ").at(-1)} "many"`);
  }
});

it("REACH-04 a terminal and a pipe get one row for each command", async () => {
  const rows = (await run("commands")).trimEnd().split("\n");
  expect(rows).toHaveLength(table.commands.length);
  expect(rows).toContainEqual(expect.stringMatching(/^order place\tspends\t/));
  expect((await run("commands --output id")).split("\n")).toContain("order place");
});

it("REACH-04 a command that sends a spending request spends, and one that sends a writing request does not only read", () => {
  for (const name of ENDPOINT_NAMES) {
    const { effect, commands } = getEndpoint(name);
    for (const command of commands) {
      // A rejection and a cancellation cost nothing, and are sent to the endpoint of approvals.
      const spends = effect !== "read" && effect !== "write" && !/ (?:reject|cancel)$/.test(command);
      if (spends) expect(effectOf(command), `${command}: ${name}`).toBe("spends");
      if (effect !== "read") expect(effectOf(command), `${command}: ${name}`).not.toBe("reads");
    }
  }
});

/** The file of each command, as `src/commands/index.ts` loads it. */
function commandFiles(): Map<string, string> {
  const found = new Map<string, string>();
  let name = "";
  for (const [, named, key, file] of readText("src/commands/index.ts").matchAll(
    /name: "([\w-]+)"|"?([\w-]+)"?: async \(\) => \(await import\("\.\/([^"]+)"\)\)/g,
  ))
    if (named !== undefined) name = named;
    else found.set(["own", "load"].includes(key!) ? name : `${name} ${key}`, `src/commands/${file}`);
  return found;
}

const imports = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const known = imports.get(file);
  if (known !== undefined) return known;
  const isSource = file.endsWith(".ts") && !file.endsWith(".generated.ts");
  const found = isSource ? readSource(file).own.filter(({ kind }) => kind !== "type") : [];
  imports.set(
    file,
    found.map(({ path }) => path),
  );
  return imports.get(file)!;
}

/** Returns a file with all files that it imports. */
function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const path of importsOf(file)) reachedFrom(path, seen);
  return seen;
}

const buys = (file: string): boolean => /\b(?:openRun|buy)\(/.test(readText(file));

/** Commands whose code can buy, and that do not. */
const BUY_NOTHING = [
  // They share a file with a command that decides.
  ...["task", "repeat"].flatMap((noun) => ["get", "cost", "wait"].map((verb) => `${noun} ${verb}`)),
  "approvals list",
  "approvals reject",
  "status",
  // They place an order again only at no cost, and `order links` never does.
  "order download",
  "order wait",
  "order links",
  "verify",
  // Its sandbox sells.
  "demo",
];

it("REACH-04 exactly the commands whose code can buy spend, except the listed ones", () => {
  const files = commandFiles();
  expect([...files.keys()].toSorted()).toEqual(table.commands.map(({ command }) => command).toSorted());
  const canBuy = [...files]
    .filter(([, file]) => [...reachedFrom(file)].some(buys))
    .map(([command]) => command);
  const spending = table.commands.filter(({ effect }) => effect === "spends").map(({ command }) => command);
  expect(canBuy.toSorted()).toEqual([...spending, ...BUY_NOTHING].toSorted());
});
