/**
 * Lists to choose from, on a real terminal: with 60, 80 and 160 columns, without colour, in plain lines, and left with Ctrl-C.
 */
import { cp } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { newFolder, testFolder } from "../new-folder.ts";
import { heldSandbox } from "./held-sandbox.ts";
import { shell } from "./swath.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";

/** Three tasks in review. */
const SETUP = `
set -e
swath sandbox clock --mode manual --set 2031-03-05T06:00:00Z
for name in etna setubal lisbon; do
  swath task create --place $name --window-open 2031-03-06T06:00:00Z --window 7d --tier standard --type spotlight --name $name
done
swath sandbox clock --advance 5m
`;

/** A home with these tasks: each test has a copy. */
let prepared: string;
beforeAll(async () => {
  prepared = await newFolder();
  const { code, stderr } = await shell(SETUP, { home: prepared, env: { SWATH_PROFILE: "sandbox" } });
  expect(code, stderr).toBe(0);
});

const [TAB, DOWN, CTRL_A, CTRL_C, ESC] = ["\t", "\u001b[B", "\u0001", "\u0003", "\u001b"];

const terminalOf = async (lines: string, columns: number, env: Record<string, string> = {}) => {
  const home = await testFolder();
  await cp(prepared, home, { recursive: true });
  return openTerminal(`stty cols ${columns} rows 24\n${lines}`, {
    home,
    env: { SWATH_PROFILE: "sandbox", TERM: "xterm-256color", ...env },
  });
};

describe("PICK-01 choosing from a list", () => {
  beforeEach((context) => need(HAS_TERMINAL, NEEDS_TERMINAL, context));

  it.each([60, 80, 160])("at %d columns each request is one row with its price", async (columns) => {
    const terminal = await terminalOf('swath task approve || echo "exit $?"', columns);
    const shown = stripVTControlCharacters(await terminal.shows(/Which tasks in review\?[^]*Enter confirms/));
    const rows = shown.split(/\r?\n/).filter((line) => /\[ \] "(?:etna|setubal|lisbon)": /.test(line));
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row.length).toBeLessThanOrEqual(columns);
      expect(row).toMatch(/\$1,250\.00$/);
    }
    terminal.type(TAB);
    terminal.type(DOWN);
    terminal.type(TAB);
    await terminal.shows(/2 of 3 ticked, \$2,500\.00/);
    terminal.type("etna");
    expect(stripVTControlCharacters(await terminal.shows(/review\?[^ ]* etna[^]*Enter confirms/))).toContain(
      '> [ ] "etna"',
    );
    terminal.type("\r");
    await terminal.shows(/Approve 2 tasks for \$2,500\.00[^]*\(y\/N\)/);
    terminal.type("y\r");
    await terminal.shows(/COMMITTED[^]*\$1,250\.00[^]*\$1,250\.00/);
    expect(await terminal.ended).toBe(0);
  });

  it("Ctrl-C at the list and at the question sends nothing, and is reported once", async () => {
    const terminal = await terminalOf(
      'swath task approve || echo "exit $?"\nswath task approve || echo "exit $?"\necho "left: $(swath approvals list --output id | wc -l)"',
      80,
    );
    await terminal.shows(/Which tasks in review\?[^]*Enter confirms/);
    terminal.type(CTRL_C);
    const left = stripVTControlCharacters(await terminal.shows(/exit 130/));
    expect(left.match(/Nothing was/g)).toHaveLength(1);
    await terminal.shows(/Which tasks in review\?[^]*Enter confirms/);
    terminal.type(" ");
    await terminal.shows(/1 of 3 ticked/);
    terminal.type("\r");
    await terminal.shows(/\(y\/N\)/);
    terminal.type(CTRL_C);
    expect(
      stripVTControlCharacters(await terminal.shows(/exit 130/)).match(/Nothing was sent/g),
    ).toHaveLength(1);
    await terminal.shows(/left: 3/);
  });

  it("Space selects, also after a letter, and Enter takes the ticked lines", async () => {
    const terminal = await terminalOf("swath task get --output id", 80, { NO_COLOR: "1" });
    await terminal.shows(/Which tasks\?[^]*Enter confirms/);
    terminal.type("etna");
    await terminal.shows(/tasks\? etna[^]*Enter confirms/);
    terminal.type(" ");
    await terminal.shows(/1 of 3 ticked/);
    // A comma separates words.
    terminal.type(",spot");
    expect(stripVTControlCharacters(await terminal.shows(/tasks\? etna,spot[^]*Enter confirms/))).toContain(
      '> [x] "etna"',
    );
    terminal.type("\r");
    await terminal.shows(/[0-9a-f]{8}-[0-9a-f-]{27}/);
    expect(await terminal.ended).toBe(0);
  });

  it("Enter with nothing ticked takes the line at the pointer, whose price is asked about; Ctrl-A ticks all shown lines", async () => {
    const terminal = await terminalOf(
      'swath task approve || echo "exit $?"\nswath task get --output id\necho "count: $(swath task get --output id | wc -l)"',
      80,
      { NO_COLOR: "1" },
    );
    const shown = stripVTControlCharacters(await terminal.shows(/0 of 3 ticked[^]*Esc leaves/));
    const help = shown.split(/\r?\n/).find((line) => line.includes("Esc leaves")) ?? "";
    expect(help.length).toBeLessThan(80);
    for (const key of ["Space", "Ctrl-A", "Enter", "Esc"]) expect(help).toContain(key);
    terminal.type(DOWN);
    await terminal.shows(/> \[ \] "setubal"/);
    terminal.type("\r");
    await terminal.shows(/Approve "setubal"[^]*\$1,250\.00[^]*\(y\/N\)/);
    terminal.type("n\r");
    await terminal.shows(/exit 12/);

    await terminal.shows(/0 of 3 ticked[^]*Esc leaves/);
    terminal.type("etna");
    await terminal.shows(/tasks\? etna[^]*Esc leaves/);
    terminal.type(CTRL_A);
    await terminal.shows(/1 of 3 ticked/);
    terminal.type(CTRL_A);
    await terminal.shows(/0 of 3 ticked/);
    // Ctrl-A moves no cursor: the next letters follow the typed ones.
    terminal.type(",spot");
    await terminal.shows(/tasks\? etna,spot/);
    terminal.type("\r");
    await terminal.shows(/[0-9a-f]{8}-[0-9a-f-]{27}/);

    await terminal.shows(/0 of 3 ticked[^]*Esc leaves/);
    terminal.type(CTRL_A);
    await terminal.shows(/3 of 3 ticked[^]*Esc leaves/);
    terminal.type("\r");
    await terminal.shows(/count: 3/);
    expect(await terminal.ended).toBe(0);
  });

  it("Esc leaves a list like Ctrl-C: nothing is sent, exit 130", async () => {
    const terminal = await terminalOf('swath task approve || echo "exit $?"', 80);
    await terminal.shows(/0 of 3 ticked[^]*Esc leaves/);
    terminal.type(" ");
    await terminal.shows(/1 of 3 ticked/);
    terminal.type(ESC);
    expect(stripVTControlCharacters(await terminal.shows(/exit 130/)).match(/Nothing was/g)).toHaveLength(1);
  });

  it("keys typed while order place loads prices are dropped, below a status line", async () => {
    const sandbox = await heldSandbox("searchCatalog");
    const terminal = await openTerminal('stty cols 80 rows 24\nswath order place || echo "exit $?"', {
      home: await testFolder(),
      env: { ...sandbox.env, TERM: "xterm-256color", NO_COLOR: "1" },
    });
    await terminal.shows(/Over which place\?[^]*Enter confirms/);
    terminal.type("Lisbn");
    await terminal.shows(/> near Lisbn: Lisbon \(PT\)[^]*Enter confirms/);
    terminal.type("\r");
    await terminal.shows(/How far around\?/);
    terminal.type("\r");
    await terminal.shows(/Looking for products/);
    terminal.type("zzz");
    // The terminal echoes keys that no prompt has read yet: they have arrived before the prices.
    await terminal.shows(/(?:z[^z]*){3}/);
    sandbox.release();
    const shown = stripVTControlCharacters(await terminal.shows(/Which products\?[^]*Enter confirms/));
    expect(shown).toMatch(/Which products\? *\r?\n +TIME [^\n]* PRICE *\r?\n> \[ \] 20/);
    terminal.type("geo");
    await terminal.shows(/products\? geo/);
    terminal.type(CTRL_C);
    await terminal.shows(/exit 130/);
  });

  it("with NO_COLOR nothing is coloured, with ACCESSIBLE=1 nothing is redrawn", async () => {
    const lines = 'swath task get --output id\nswath order wait || echo "exit $?"';
    const dull = await terminalOf(lines, 80, { NO_COLOR: "1" });
    const shown = await dull.shows(/Which tasks\?[^]*Enter confirms/);
    // oxlint-disable-next-line no-control-regex -- colours are what is looked for
    expect(shown).not.toMatch(/\u001b\[[\d;]*m/);
    dull.type(" ");
    await dull.shows(/1 of 3 ticked/);
    dull.type("\r");
    await dull.shows(/no order given, and none to choose from[^]*exit 2/);

    const aloud = await terminalOf(lines, 80, { ACCESSIBLE: "1" });
    const said = await aloud.shows(/Enter when done: /);
    expect(said).not.toContain("\u001b");
    expect(said).toMatch(/Which tasks\?\r\n {2}1\. "lisbon": [^]* {2}3\. "etna": /);
    aloud.type("2\n");
    await aloud.shows(/1 of 3 ticked[^]*done: /);
    aloud.type("\n");
    await aloud.shows(/^[0-9a-f-]{36}/m);
    await aloud.shows(/exit 2/);
  });
});
