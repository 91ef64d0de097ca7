/** `task create` without flags, on a real terminal: it asks, shows the request and the equivalent command, and sends. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { shell } from "./swath.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal, type Terminal } from "./terminal.ts";

const env = { SWATH_PROFILE: "sandbox", TERM: "xterm-256color" };
const [ENTER, DOWN] = ["\r", "\u001b[B"];

async function answer(terminal: Terminal, question: RegExp, keys: string): Promise<void> {
  // Node's own warnings would appear between the questions.
  expect(await terminal.shows(question)).not.toContain("(node:");
  terminal.type(keys);
}

async function defaultsFor(terminal: Terminal): Promise<void> {
  await answer(terminal, /Earliest collection[^]*\+1d/, ENTER);
  await answer(terminal, /For how long[^]*7d/, ENTER);
  await answer(terminal, /Tier/, ENTER);
  await answer(terminal, /Collection type/, ENTER);
}

describe("the form of task create", () => {
  beforeEach((context) => need(HAS_TERMINAL, NEEDS_TERMINAL, context));

  it("TASK-03 TASK-16 a place by name, defaults and a look direction are sent, and repeatable as a command", async () => {
    const home = await testFolder();
    const terminal = await openTerminal("swath task create\necho the end\n", { home, env });
    await answer(terminal, /Where\?/, "etn");
    await answer(terminal, /Etna \(IT\) at 15,37\.75/, ENTER);
    await defaultsFor(terminal);
    await answer(terminal, /Name \(may be empty\)/, `lava${ENTER}`);
    await answer(terminal, /Narrow it/, `y${ENTER}`);
    await answer(terminal, /Local time of day[^]*anytime/, `day${ENTER}`);
    await answer(terminal, /Look direction/, ENTER);
    await answer(terminal, /Orbit direction/, `${DOWN}${ENTER}`);
    await answer(terminal, /Smallest off-nadir/, `abc${ENTER}`);
    await answer(terminal, /it is not a number of degrees[^]*Smallest off-nadir/, `20${ENTER}`);
    await answer(terminal, /Largest off-nadir/, ENTER);
    const shown = stripVTControlCharacters(await terminal.shows(/Send it\?/));
    expect(shown).toMatch(/Where +15,37\.75, near Etna \(IT\)\r\n +From +\+1d: 20/);
    expect(shown).toMatch(/Name +lava\r\n +Constraints +--/);
    expect(shown).toContain(": near Etna (IT).");
    expect(shown).toContain("Price: not known before the service has estimated it");
    expect(shown).toContain("As a command:");
    const line = /^ *(swath task create .*)$/m.exec(shown)?.[1]?.trim() ?? "";
    // Absolute times: run tomorrow, the command requests the same window.
    expect(line).toMatch(
      /--window-open \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ --window 7d --tier standard --type spotlight --name lava/,
    );
    expect(line).toContain("--local-time day --off-nadir-min 20");
    terminal.type(ENTER);
    await terminal.shows(/Task [0-9a-f-]{36} created \(review\)/);
    expect(await terminal.ended).toBe(0);

    const again = await shell(`${line} --dry-run --output json --query body.properties`, { home, env });
    expect(again.code, again.stderr).toBe(0);
    const made = await shell("swath search tasks --output ndjson", { home, env });
    const { properties } = JSON.parse(made.stdout) as { properties: Record<string, unknown> };
    const { collectConstraints, ...others } = JSON.parse(again.stdout) as Record<string, unknown>;
    expect(properties).toMatchObject({
      taskingrequestName: others["taskingrequestName"],
      collectionTier: "standard",
      collectConstraints: collectConstraints as object,
    });
  });

  it("PICK-05 Enter after the last letter of a place chooses it", async () => {
    const terminal = await openTerminal("swath task create || echo left\n", {
      home: await testFolder(),
      env,
    });
    await answer(terminal, /Where\?/, `etna${ENTER}`);
    expect(stripVTControlCharacters(await terminal.shows(/Earliest collection/))).toMatch(
      /Where\?.* Etna \(IT\)/,
    );
    terminal.type("\u0003");
    await terminal.shows(/Nothing was sent[^]*left/);
  });

  it("TASK-03 invalid flags are an error when every question is answered by a flag", async () => {
    const given =
      "--point 15,37.75 --window-open +1d --window 7d --tier standard --type spotlight --name x --product-type GEO";
    const line = `swath task create --interactive ${given} --off-nadir-min 40 --off-nadir-max 30 || echo left`;
    const terminal = await openTerminal(`${line}\n`, { home: await testFolder(), env });
    const told = await terminal.shows(/\sleft\s/);
    expect(told).toContain("--off-nadir-min 40 exceeds offNadirMax 30");
    expect(told).not.toContain("change an answer");
  });

  it("TASK-04 TASK-07 an invalid file is asked for again, and no sends nothing", async () => {
    const home = await testFolder();
    const tie = {
      type: "Polygon",
      coordinates: [
        [
          [15, 37],
          [15.1, 37.1],
          [15.1, 37],
          [15, 37.1],
          [15, 37],
        ],
      ],
    };
    await writeFile(join(home, "etna.wkt"), "POLYGON((14.9 37.6,15.1 37.6,15.1 37.8,14.9 37.8,14.9 37.6))");
    await writeFile(join(home, "text.md"), "no area at all");
    await writeFile(join(home, "tie.json"), JSON.stringify(tie));
    const terminal = await openTerminal('swath task create || echo "exit $?"\n', { home, env });
    await answer(terminal, /Where\?/, "text.md");
    await answer(terminal, /as typed: text\.md/, ENTER);
    await answer(terminal, /at "no area at all"[^]*Where\?/, "tie.json");
    await answer(terminal, /as typed: tie\.json/, ENTER);
    await answer(terminal, /crosses itself at 15\.05,37\.05[^]*Where\?/, "etna.wkt");
    await answer(terminal, /as typed: etna\.wkt/, ENTER);
    await defaultsFor(terminal);
    await answer(terminal, /Name \(may be empty\)/, ENTER);
    await answer(terminal, /Narrow it/, ENTER);
    await answer(terminal, /stripmap_100[^]*Send it\?/, `${DOWN}${DOWN}${ENTER}`);
    await terminal.shows(/exit 12/);
    const made = await shell("swath search tasks --output id", { home, env });
    expect(made.stdout).toBe("");
  });

  /** The questions with their answers, in order. */
  const QUESTIONS = [
    [/Where\?/, "etna", /Etna \(IT\) at 15,37\.75/],
    [/Earliest collection/, "+1d"],
    [/For how long/, ""],
    [/Tier[^]*scheduled first/, ""],
    [/Collection type[^]*5 x 5 km, 0\.3 x 0\.5 m/, ""],
    [/Name \(may be empty\)/, ""],
    [/Narrow it/, ""],
  ] as const;

  it("PICK-05 Ctrl-C at each question sends nothing, leaves nothing and is reported once", async () => {
    const terminal = await openTerminal(
      `stty cols 60 rows 24
for i in 0 1 2 3 4 5 6 7; do swath task create || echo "exit $?"; done
echo "tasks: $(swath task list --output id | wc -l)"`,
      { home: await testFolder(), env },
    );
    for (let answered = 0; answered <= QUESTIONS.length; answered += 1) {
      for (const [question, keys, offered] of QUESTIONS.slice(0, answered)) {
        await answer(terminal, question, offered === undefined ? `${keys}${ENTER}` : keys);
        if (offered !== undefined) await answer(terminal, offered, ENTER);
      }
      await terminal.shows(QUESTIONS[answered]?.[0] ?? /Send it\?/);
      terminal.type("\u0003");
      const left = stripVTControlCharacters(await terminal.shows(/exit 130/));
      expect(left.match(/Nothing was sent/g), `after ${answered} answers`).toHaveLength(1);
    }
    await terminal.shows(/tasks: 0/);
  });

  it.each([60, 80, 160])(
    "PICK-05 at %d columns the answers fit on one screen, and one can be changed",
    async (columns) => {
      const terminal = await openTerminal(
        `stty cols ${columns} rows 40\nswath task create --name lava --tier standard --output id`,
        { home: await testFolder(), env: { ...env, NO_COLOR: "1" } },
      );
      for (const [question, keys, offered] of QUESTIONS.filter((_question, at) => ![3, 5].includes(at))) {
        await answer(terminal, question, offered === undefined ? `${keys}${ENTER}` : keys);
        if (offered !== undefined) await answer(terminal, offered, ENTER);
      }
      const screen = stripVTControlCharacters(await terminal.shows(/Send it\?[^]*send nothing/));
      const told = screen.slice(screen.indexOf("  Where "), screen.indexOf("As a command"));
      for (const line of told.split(/\r?\n/)) expect(line.length).toBeLessThanOrEqual(columns);
      expect(told.split(/\r?\n/).length).toBeLessThan(28);
      expect(told).not.toMatch(/ Tier +standard| Name +lava/);
      terminal.type(`${DOWN}${ENTER}`);
      await answer(terminal, /Which answer\?[^]*Until: 7d later/, `${DOWN}${DOWN}${ENTER}`);
      await answer(terminal, /For how long/, `3w${ENTER}`);
      const changed = stripVTControlCharacters(await terminal.shows(/Send it\?[^]*send nothing/));
      expect(changed).toMatch(/Until +3w later/);
      expect(changed.replaceAll(/\r?\n/g, "")).toContain("--name lava --tier standard");
      terminal.type(ENTER);
      await terminal.shows(/[0-9a-f-]{36}\r?\n/);
      expect(await terminal.ended).toBe(0);
    },
  );

  it("PICK-05 with ACCESSIBLE=1 nothing is redrawn", async () => {
    const terminal = await openTerminal("swath repeat create --output id", {
      home: await testFolder(),
      env: { ...env, ACCESSIBLE: "1" },
    });
    const said: string[] = [];
    for (const [question, line] of [
      [/search for: /, "etna"],
      [/1\. Etna[^]*search for: /, "1"],
      [/First collection[^]*: /, "+3d"],
      [/Days between[^]*: /, ""],
      [/When does the series end\?[^]*Number \[1\]: /, ""],
      [/How many images[^]*: /, "3"],
      [/Tier[^]*Number \[1\]: /, ""],
      [/Collection type[^]*Number \[1\]: /, ""],
      [/Name[^]*: /, ""],
      [/Narrow it[^]*\(y\/N\) /, ""],
      [/Send it\?[^]*Number \[1\]: /, ""],
    ] as const) {
      said.push(await terminal.shows(question));
      terminal.type(`${line}\n`);
    }
    said.push(await terminal.shows(/[0-9a-f-]{36}\r?\n/));
    expect(said.join("")).toContain("One is requested every 7 days, from 20");
    // oxlint-disable-next-line no-control-regex -- what moves the cursor is looked for
    expect(said.join("")).not.toMatch(/\u001b\[[\d;]*[A-HJKf]/);
    expect(await terminal.ended).toBe(0);
  });
});
