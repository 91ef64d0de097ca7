/** PICK-05: the forms of `task create` and `repeat create`. */
import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/cli/world.ts";
import { withoutHome } from "../names-below.ts";
import { needPosixShell } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { words } from "./split-line.ts";
import { tempHome } from "./world.ts";

const { swath, clock } = await openBench();

type Said = string | readonly string[];

/** A person who answers questions by their beginning, with the first answer the first time, and so on; else with Enter. */
function person(answers: Readonly<Record<string, Said>>) {
  const asked: string[] = [];
  const left = new Map(Object.entries(answers).map(([key, said]) => [key, [said].flat()]));
  const ask = async ({ kind, message, default: preset, choices, find }: Question) => {
    asked.push(message);
    const said = [...left].find(([key]) => message.startsWith(key))?.[1].shift();
    if (kind === "confirm") return said === "y";
    if (kind === "search") return find?.(said ?? "")[0]?.value ?? said ?? "";
    if (kind === "select")
      return (
        choices?.find(({ value, name = value }) => name.startsWith(said ?? String(preset)))?.value ??
        String(preset)
      );
    return said ?? String(preset ?? "");
  };
  return { asked, on: { stdinTTY: true, stderrTTY: true, ask } };
}

const body = ({ requests }: { requests: { method: string; path: string; body?: unknown }[] }, path: string) =>
  requests.find((request) => request.method === "POST" && request.path === path)?.body as
    | { properties: Record<string, unknown>; geometry: unknown }
    | undefined;

/** The last command that the form shows, without the dots that a narrow terminal would need. */
const commandIn = (stderr: string): string =>
  stderr.split("\n").findLast((line) => line.startsWith("swath ")) ?? "";

/** Without the line breaks of a terminal. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

describe("PICK-05 task create asks only for values without a flag", () => {
  it("a place and a window are asked for when tier, type and name are given", async () => {
    const { asked, on } = person({ Where: "Etna", Earliest: "2026-03-11T18:00:00Z" });
    const run = await swath("task create --tier urgent --type spotlight_wide --name lava", on);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(asked.map((message) => message.split(/[ ?]/)[0])).toEqual([
      "Where",
      "Earliest",
      "For",
      "Narrow",
      "Send",
    ]);
    expect(body(run, "/task")).toMatchObject({
      geometry: { coordinates: [15, 37.75] },
      properties: { collectionTier: "urgent", collectionType: "spotlight_wide", taskingrequestName: "lava" },
    });
    expect(body(run, "/task")?.properties["windowOpen"]).toMatch(/T18:00:00Z$/);
  });

  it("a pre-approved request promises no estimate: the price line shows that any price is approved", async () => {
    const { on } = person({ Where: "Etna", Send: "stop" });
    for (const noun of ["task", "repeat"]) {
      const run = await swath(`${noun} create --pre-approve`, on);
      expect(run.exitCode, run.stderr).toBe(12);
      expect(run.stderr).toMatch(/Price: .*pre-approved whatever it/);
      expect(run.stderr).not.toContain("approvals shows it");
    }
  });

  it("the equivalent command makes the same request without a question", async () => {
    const { on } = person({
      Where: "-9.14,38.71",
      Earliest: "+2d",
      For: "2026-03-20",
      Name: "lava flow",
      Narrow: "y",
      Local: "night",
    });
    const run = await swath("task create --tier standard", on);
    expect(run.exitCode, run.stderr).toBe(0);
    const line = commandIn(run.stderr);
    expect(line).toContain("--local-time night");
    const again = await swath(words(line).slice(1));
    expect(again.exitCode, again.stderr).toBe(0);
    expect(body(again, "/task")).toEqual(body(run, "/task"));
  });

  it.each([
    ["task create --tier standard --type spotlight", { Where: "Etna", Earliest: "+1d" }, "/task"],
    ["task create --place Etna --window-open +1d", { For: "+9d" }, "/task"],
    [
      "repeat create --place Etna --from=+2d --interactive",
      { When: "at a time", Until: "+90d" },
      "/repeat-requests",
    ],
  ])("the equivalent command of %s has the same window whenever it is run", async (line, answers, path) => {
    clock.ms += 398;
    const { on } = person(answers);
    const run = await swath(line, on);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).not.toMatch(/\.\d{3}Z/);
    const command = commandIn(run.stderr);
    expect(command).not.toContain("+");
    const sent = body(run, path);
    expect(JSON.stringify(sent)).toMatch(/:\d\dZ"/);
    clock.ms += 3_600_000;
    const later = await swath(words(command).slice(1));
    expect(later.exitCode, later.stderr).toBe(0);
    expect(body(later, path)).toEqual(sent);
  });

  it("an answer can be changed, and an invalid one is explained and asked for again", async () => {
    const { asked, on } = person({
      Where: "Etna",
      Earliest: ["+9d", "+1d"],
      For: "+3d",
      Send: ["send"],
      "That cannot": "change",
      "Which answer": "From",
    });
    const run = await swath("task create --tier standard --type spotlight --name x", on);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(asked.filter((message) => message.startsWith("Earliest"))).toHaveLength(2);
    expect(asked).toContain("That cannot be sent");
    expect(run.stderr).toContain("is not after windowOpen");
  });

  it("types and tiers show their size and their last price", async () => {
    await swath(
      "task create --point 15,37.75 --window-open +1d --window 7d --tier priority --type spotlight --wait",
    );
    const shown: string[] = [];
    const { on } = person({ Where: "Etna", Send: "stop" });
    const ask = (question: Question) => {
      if (question.kind === "select") shown.push(...(question.choices ?? []).map(({ name = "" }) => name));
      return on.ask(question);
    };
    const run = await swath("task create --tier priority", { ...on, ask });
    expect(run.exitCode).toBe(12);
    expect(shown.find((name) => name.startsWith("spotlight "))).toMatch(
      /5 x 5 km, 0\.3 x 0\.5 m, last \$[\d,.]+$/,
    );
    expect(run.stderr.replaceAll(/\s+/g, " ")).toMatch(
      /Price: the last priority spotlight of a point was \$[\d,.]+ \(20/,
    );
    expect(run.requests.some(({ path }) => path === "/task")).toBe(false);
  });

  it.each(["--yes", "--no-input", "--dry-run"])(
    "with %s there are no questions if any flag is given",
    async (flag) => {
      const { asked, on } = person({});
      const run = await swath(`task create --place Etna ${flag}`, on);
      expect({ exitCode: run.exitCode, asked }).toEqual({ exitCode: 3, asked: [] });
    },
  );

  it("a pipe gets the errors", async () => {
    const run = await swath("task create --place Etna");
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain("--window-open");
    const form = await swath("repeat create --interactive");
    expect(form.exitCode).toBe(2);
    expect(form.stderr).toContain("swath repeat create --help");
  });
});

describe("PICK-05 odd answers", () => {
  it("each is refused at its question, in terminal lines, and the others are kept", async () => {
    const home = await tempHome();
    await mkdir(join(home, "areas"));
    const { asked, on } = person({
      Where: ["areas/", "-9.14,91", "x".repeat(10_000), "Etna"],
      Earliest: ["31 feb", "tomorrow", "\u{1f6f0}\ufe0f", "+3d"],
      For: ["7x", "abc", "2w"],
      Send: "stop",
    });
    const run = await swath("task create --name lava", { ...on, home, columns: 80 });
    expect(run.exitCode, run.stderr).toBe(12);
    expect(asked.map((message) => message.split(/[ ?]/)[0])).toEqual([
      ...Array.from({ length: 4 }, () => "Where"),
      ...Array.from({ length: 4 }, () => "Earliest"),
      ...Array.from({ length: 3 }, () => "For"),
      "Tier",
      "Collection",
      "Narrow",
      "Send",
    ]);
    const [objections = ""] = run.stderr.split("  Where  ");
    expect(objections.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(withoutHome(objections, home).replaceAll(/ at \S+Z$/gm, " at <time>")).toMatchInlineSnapshot(`
      "  "areas/": is a folder. Check the path
        "-9.14,91": it has latitude 91 outside -90..90; longitude comes first, so it
          looks like a swap: write 91,-9.14
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…": the path is longer than a path can
          be. Check the path
        "31 feb" is not a time such as 2026-03-01, now, +2d or -12h
        "tomorrow" is not a time such as 2026-03-01, now, +2d or -12h
        "🛰️" is not a time such as 2026-03-01, now, +2d or -12h
        "7x" is not a duration; write it like 500ms, 30s, 2m, 1h30m, 2d or 1w
        "abc" is not a time such as 2026-03-01, now, +2d or -12h
      "
    `);
  });

  it("a name with quotes and an emoji is the same in the printed command", async () => {
    needPosixShell();
    const name = 'it\'s a "test" \u{1f6f0}\ufe0f $HOME `x`';
    const { on } = person({ Where: "Etna", Earliest: "+2d", Name: name });
    const run = await swath("task create", on);
    expect(body(run, "/task")?.properties["taskingrequestName"]).toBe(name);
    expect(run.stderr).toContain("As a command:");
    const line = commandIn(run.stderr);
    const shell = spawnSync("sh", ["-c", `printf '%s\\n' ${line}`], { encoding: "utf8" });
    const again = await swath(shell.stdout.trimEnd().split("\n").slice(1));
    expect(body(again, "/task")).toEqual(body(run, "/task"));
  });

  it("an answer that cannot be quoted safely is omitted from the command, with a note", async () => {
    const { on } = person({ Where: "Etna", Name: "a\u202eb", Send: "stop" });
    const run = await swath("task create", on);
    expect(run.stderr).toContain("As a command; replace <...>, an answer that cannot be quoted");
  });
});

describe("PICK-05 repeat create", () => {
  it("asks for the place, the start, the cadence and the end, and explains the series", async () => {
    const { asked, on } = person({
      Where: "Vesuvius",
      First: "2026-03-16T06:00:00Z",
      Days: "36h",
      "When does": "at a time",
      Until: "+30d",
    });
    const run = await swath("repeat create", on);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(asked.map((message) => message.split(/[ ?]/)[0])).toEqual([
      "Where",
      "First",
      "Days",
      "When",
      "Until",
      "Tier",
      "Collection",
      "Name",
      "Narrow",
      "Send",
    ]);
    const { repetitionProperties } = body(run, "/repeat-requests")?.properties ?? {};
    expect(repetitionProperties).toMatchObject({ repetitionInterval: 1.5 });
    expect((repetitionProperties as Record<string, string>)["repeatStart"]).toMatch(/T06:00:00Z$/);
    expect(run.stderr).toContain("One is requested every 1.5 days, from 20");
    const again = await swath(words(commandIn(run.stderr)).slice(1));
    expect(body(again, "/repeat-requests")).toEqual(body(run, "/repeat-requests"));
  });

  it("an area is refused at once", async () => {
    const area = "POLYGON((14.9 37.6,15.1 37.6,15.1 37.8,14.9 37.8,14.9 37.6))";
    const { asked, on } = person({ Where: [area, "Etna"], Send: "stop" });
    const run = await swath("repeat create --interval 7 --count 3", on);
    expect(run.exitCode).toBe(12);
    expect(asked.filter((message) => message.startsWith("Where"))).toHaveLength(2);
    expect(inOneLine(run.stderr)).toContain("a series takes a point, and this is a Polygon");
  });
});

describe("PICK-05 product types in the form of a task", () => {
  it("are a row with the default, which is not asked about, and can be changed", async () => {
    const first = person({ Where: "Etna", Earliest: "+1d", Send: "stop" });
    const run = await swath("task create", first.on);
    expect(run.stderr).toMatch(/^ {2}Products +GEO, and the organization's default product types$/m);
    expect(first.asked.some((message) => message.startsWith("Product types"))).toBe(false);
    const { on } = person({
      Where: "Etna",
      Earliest: "+1d",
      Send: ["change", "send"],
      Which: "Products",
      Product: ["SICC", "sicd slc"],
    });
    const changed = await swath("task create", on);
    expect(changed.exitCode, changed.stderr).toBe(0);
    expect(changed.stderr).toContain("SICC");
    expect(body(changed, "/task")?.properties["processingConfig"]).toEqual({
      productTypes: ["GEO", "SICD", "SLC"],
    });
    expect(commandIn(changed.stderr)).toContain("--product-type GEO,SICD,SLC");
  });
});

describe("TASK-31 a constraint that limits nothing has one answer", () => {
  it("either is not offered beside it", async () => {
    const offered: string[] = [];
    const { on } = person({ Where: "Etna", Earliest: "+1d", Narrow: "y", Send: "stop" });
    const ask = async (question: Question) => {
      if (question.message.startsWith("Look"))
        offered.push(...(question.choices ?? []).map(({ name, value }) => name ?? value));
      return on.ask(question);
    };
    await swath("task create", { ...on, ask });
    expect(offered).toEqual(["right", "left", "(no limit)"]);
  });
});
