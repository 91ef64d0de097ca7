/** Requests that wait for approval, on a real terminal of 80 columns: selected with Space, approved with one confirmation. */
import { cp } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { newFolder, testFolder } from "../new-folder.ts";
import { shell } from "./swath.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";

/** A task and a series in review. */
const SETUP = `
set -e
swath sandbox clock --mode manual --set 2031-03-05T06:00:00Z
swath config set budget 10000/month
swath task create --point -8.89,38.52 --window-open 2031-03-06T06:00:00Z --window 7d --tier standard --type spotlight --name setubal
swath repeat create --point 14.43,40.82 --from 2031-03-06T06:00:00Z --interval 7 --count 3 --tier routine --type spotlight --name vesuvius
swath sandbox clock --advance 5m
`;

/** A home with these requests: each test has a copy. */
let prepared: string;
beforeAll(async () => {
  prepared = await newFolder();
  const { code, stderr } = await shell(SETUP, { home: prepared, env: { SWATH_PROFILE: "sandbox" } });
  expect(code, stderr).toBe(0);
});

const terminalOf = async (lines: string) => {
  const home = await testFolder();
  await cp(prepared, home, { recursive: true });
  return openTerminal(`stty cols 80\n${lines}`, { home, env: { SWATH_PROFILE: "sandbox" } });
};

describe("approvals on a terminal of 80 columns", () => {
  it("APPROVE-11 Space selects, Enter confirms, one question shows the total", async (context) => {
    need(HAS_TERMINAL, NEEDS_TERMINAL, context);
    const terminal = await terminalOf('swath approvals\necho "left: $(swath approvals --output id)"');
    const list = await terminal.shows(/Choose the requests to approve or reject[^]*\$1,250\.00/);
    const lines = stripVTControlCharacters(list).split(/\r?\n/);
    const choices = lines.filter((line) => /"(setubal|vesuvius)"/.test(line));
    expect(choices.join("\n")).toMatch(/"vesuvius": .*… {2}\$3,375\.00/);
    expect(choices.join("\n")).toMatch(/"setubal": 25 km2 near Setubal \(PT\), .* \$1,250\.00/);
    for (const line of choices) expect(Array.from(line).length).toBeLessThanOrEqual(80);
    terminal.type(" ");
    terminal.type("\u001b[B");
    terminal.type(" ");
    terminal.type("\r");
    await terminal.shows(/2 ticked, \$4,625\.00:[^]*reject/);
    terminal.type("\r");
    expect(await terminal.shows(/\(y\/N\)/)).toContain(
      "Approve 2 requests for $4,625.00 of $10,000.00 left?",
    );
    terminal.type("y\r");
    expect(await terminal.shows(/left: /)).toMatch(/approved \(submitted\)[^]*approved \(submitted\)/);
    expect(await terminal.ended).toBe(0);
  });

  it("APPROVE-11 a single approval is asked about in one line that fits", async (context) => {
    need(HAS_TERMINAL, NEEDS_TERMINAL, context);
    const terminal = await terminalOf(
      'swath repeat approve "$(swath search repeats --output id)" || echo "exit $?"',
    );
    const asked = await terminal.shows(/\(y\/N\)/);
    const plain = stripVTControlCharacters(asked).replaceAll(/\s+/g, " ");
    expect(plain).toMatch(
      /Approve "vesuvius": [^?]*spotlight routine, from 6 Mar 2031, every 7 days: 3 x \$1,125\.00 = \$3,375\.00 of \$10,000\.00 left\?/,
    );
    terminal.type("\r");
    await terminal.shows(/exit 12/);
    expect(await terminal.ended).toBe(0);
  });
});
