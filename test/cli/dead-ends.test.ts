/** On a terminal, a result ends with the command that uses it: a window, a covered area, a stack, a series, an export. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { words as split } from "./split-line.ts";
import { runScripted } from "./scripted-service.ts";
import { tempHome, type Surroundings } from "./world.ts";

const { swath } = await openBench({ archiveSize: 3000 });
const home = await tempHome();
const terminal: Surroundings = {
  home,
  stdinTTY: true,
  stdoutTTY: true,
  stderrTTY: true,
  columns: 200,
};
/** The command after a text of stderr, as arguments of the next run. */
function commandAfter(stderr: string, text: string): string[] {
  const line = stderr.split("\n").find((each) => each.includes(text)) ?? "";
  expect(line, stderr).toContain(": swath ");
  return split(line.slice(line.lastIndexOf(": swath ") + ": swath ".length));
}
const bodies = (requests: readonly { path: string; body?: unknown }[], path: string): unknown[] =>
  requests.filter((request) => request.path === path).map(({ body }) => body);

it("VIEW-07 a search of a series without tasks suggests to see its state", async () => {
  const series = "91b2c0aa-0000-4000-8000-000000000000";
  const { stderr } = await swath(`search tasks --repeat-id ${series}`, terminal);
  expect(commandAfter(stderr, "See its state")).toEqual(["repeat", "get", series.slice(0, 8)]);
});

it("VIEW-07 a request in review suggests its approval, and an approved series its wait", async () => {
  const make = "--point -9.14,38.69 --tier routine --type spotlight --output id";
  const ids: string[] = [];
  for (const name of ["one", "two"]) {
    const made = await swath(
      `repeat create --name ${name} --from +1d --interval 7 --count 2 ${make} --wait`,
      {
        home,
      },
    );
    expect(made.exitCode, made.stderr).toBe(0);
    ids.push(made.stdout.trim());
  }
  const shorts = ids.map((id) => id.slice(0, 8));
  const { stderr } = await swath(["repeat", "get", ...ids], terminal);
  expect(stderr).toContain(`swath repeat approve ${shorts.join(" ")}\n`);
  const approved = await swath(["repeat", "approve", ...ids, "--yes"], terminal);
  expect(approved.stderr).toContain(`swath repeat wait ${shorts.join(" ")}\n`);
  const again = await swath(["repeat", "get", ...ids], terminal);
  expect(again.stderr).not.toContain("approve");
});

describe("VIEW-07 passes", () => {
  const LINE = "passes --place Lisbon --window 2d --look-direction left --sandbox";

  it("PAIR-07 end with the command that tasks the longest window shown, with the target and the limits as typed", async () => {
    const [{ stdout }, { stderr }] = [
      await swath(`${LINE} --limit 20 --json`, { home }),
      await swath(LINE, terminal),
    ];
    const windows = JSON.parse(stdout) as { start: string; end: string; seconds: number }[];
    const { start, end } = windows.toSorted((a, b) => b.seconds - a.seconds)[0]!;
    expect(start).not.toBe(windows[0]!.start);
    const command = commandAfter(stderr, "Task the longest of these windows");
    expect(command.slice(0, 4)).toEqual(["task", "create", "--place", "Lisbon"]);
    const valueOf = (flag: string): string => command[command.indexOf(flag) + 1]!;
    expect(valueOf("--look-direction")).toBe("left");
    const [open, close] = [Date.parse(valueOf("--window-open")), Date.parse(valueOf("--window-close"))];
    expect(open).toBeLessThanOrEqual(Date.parse(start));
    expect(close).toBeGreaterThanOrEqual(Date.parse(end));
    expect(close - open).toBeLessThan(Date.parse(end) - Date.parse(start) + 4 * 60_000);
    const tasked = await swath([...command, "--dry-run", "--yes"], { home });
    expect(tasked.exitCode, tasked.stderr).toBe(0);
  });

  it("over an area suggest a strip, and over several areas no task", async () => {
    const over = (area: string): Promise<{ stderr: string }> =>
      swath(["passes", "--file", area, "--window", "2d", "--sandbox"], terminal);
    const one = await over("POLYGON((-9.3 38.6,-9.0 38.6,-9.0 38.8,-9.3 38.8,-9.3 38.6))");
    expect(commandAfter(one.stderr, "Task the longest of these windows")).toContain("stripmap_100");
    const two = await over(
      "MULTIPOLYGON(((-9.3 38.6,-9 38.6,-9 38.8,-9.3 38.6)),((-8.3 38.6,-8 38.6,-8 38.8,-8.3 38.6)))",
    );
    expect(two.stderr).not.toContain("task create");
  });

  it("suggest nothing in a pipe", async () => {
    expect((await swath(LINE, { home })).stderr).not.toContain("task create");
  });
});

describe("VIEW-03 catalog search --cover", () => {
  const SEARCH = "catalog search --place Lisbon --radius 30km --from -90d --cover";

  it("ends with the order of all its scenes, one product of each, and with their sum if prices are shown", async () => {
    const plain = await swath(SEARCH, terminal);
    expect(plain.stderr).not.toContain(" for $");
    const priced = await swath(`${SEARCH} --price`, terminal);
    const command = commandAfter(priced.stderr, "Order these");
    expect(command).toEqual(commandAfter(plain.stderr, "Order these"));
    for (const word of command.slice(2)) expect(word).toMatch(/^[0-9a-f]{8}:GEO$/);
    const review = await swath(["order", "review", ...command.slice(2)], terminal);
    const [, sum = ""] = / for (\$[\d,.]+): swath order place/.exec(priced.stderr) ?? [];
    expect(review.stdout.replaceAll(/\u001b\[\d+m/g, "")).toContain(`Total:     ${sum}`);
  });

  it("without a scene to order suggests a task for the uncovered area", async () => {
    const { stderr } = await swath(SEARCH.replace("-90d", "-1h"), terminal);
    const command = commandAfter(stderr, "Task the largest uncovered part");
    const tasked = await swath([...command, "--dry-run", "--yes", "--json"], { home });
    expect(tasked.exitCode, tasked.stderr).toBe(0);
    expect(command.slice(0, 3)).toEqual(["task", "create", "--file"]);
  });
});

describe("VIEW-05 catalog stacks", () => {
  const STACKS = "catalog stacks --point 4.14,51.95 --radius 400km --look-tolerance 6 --min-overlap 20%";
  interface Stack {
    scenes: number;
    collects: { items: string[] }[];
  }

  it("the command that orders a stack of few scenes names one product of each", async () => {
    const line = `${STACKS} --from -60d`;
    const [stack] = JSON.parse((await swath(`${line} --json`, { home })).stdout) as [Stack];
    const { stderr } = await swath(line, terminal);
    const command = commandAfter(stderr, `Order stack 1 (${stack.scenes} scenes)`);
    expect(command).toHaveLength(2 + stack.scenes);
    const { requests } = await swath([...command, "--yes"], terminal);
    const [{ items }] = bodies(requests, "/orders") as [{ items: { granuleId: string }[] }];
    const wanted = stack.collects.flatMap((collect) => collect.items.filter((id) => id.includes("_GEO_")));
    expect(items.map(({ granuleId }) => granuleId).toSorted()).toEqual(wanted.toSorted());
    expect(wanted.length).toBeGreaterThan(1);
  });

  it("a stack of many scenes is ordered by a list that has one product of each, after the named flags", async () => {
    const { stderr } = await swath(STACKS, terminal);
    const [, count = "", flags = ""] =
      /Order stack 1 \((\d+) scenes\): add (--item \S+ --product-type GEO), then tick all in swath order place$/m.exec(
        stderr.replaceAll(/\u001b\[\d+m/g, ""),
      ) ?? [];
    expect(Number(count), stderr).toBeGreaterThan(6);
    const alone = await swath(`${STACKS} ${flags}`, terminal);
    const command = commandAfter(alone.stderr.replace("tick all of it in swath", ": swath"), "Order stack 1");
    let offered: string[] = [];
    const run = await swath(command, {
      ...terminal,
      ask: async ({ kind, find }) => {
        if (kind !== "search-many") return false;
        offered = find!("").flatMap(({ value, isAlone }) => (isAlone === true ? [] : value));
        return offered;
      },
    });
    expect(run.requests.filter(({ path }) => path === "/orders")).toEqual([]);
    expect(offered).toHaveLength(Number(count));
    for (const value of offered) expect(value).toContain("_GEO_");
  });
});

describe("REPEAT-26 a series", () => {
  const series = (repetition: object, more: object = {}): object => ({
    properties: {
      repeatrequestId: "r-1",
      lastStatusCode: "completed",
      costPerImageEstimate: "$1,125.00",
      repetitionProperties: { repeatStart: "2026-03-01T00:00:00Z", repetitionInterval: 7, ...repetition },
      ...more,
    },
  });
  const script = (body: object) => ({ "GET /repeat-requests/r-1": [{ body }] });

  it("ends with the command that orders what it collected", async () => {
    const wait = await runScripted("repeat wait r-1", script(series({ repetitionCount: 3 })), terminal);
    expect(commandAfter(wait.stderr, "Order its images")).toEqual(["order", "task", "r-1"]);
  });

  it.each([
    [{ repetitionCount: 3 }, { completedCount: 2 }, "2 of 3"],
    [{ repeatEnd: "2026-03-25T00:00:00Z" }, { completedCount: 0 }, "0 of at most 4"],
    [{ repetitionCount: 3 }, {}, "3"],
    [{}, { completedCount: 5 }, "5"],
  ])("shows the collected images and their total: %j %j", async (repetition, more, shown) => {
    const { stdout } = await runScripted("repeat get r-1", script(series(repetition, more)), terminal);
    expect(stdout.replaceAll(/\u001b\[\d+m/g, "")).toMatch(new RegExp(`^Images: +${shown}$`, "m"));
  });

  it("repeat cost shows an upper bound as one, as approval does, and JSON keeps the number", async () => {
    const bounded = script(series({ repeatEnd: "2026-03-25T00:00:00Z" }));
    const { stdout } = await runScripted("repeat cost r-1", bounded, terminal);
    expect(stdout.replaceAll(/\u001b\[\d+m/g, "")).toMatch(/^Images: +at most 4$/m);
    const json = await runScripted("repeat cost r-1 --json", bounded);
    expect(JSON.parse(json.stdout)).toMatchObject({ count: 4, isAtMost: true });
  });
});

describe("EXPORT-22 export query", () => {
  const FILE = "vendor_archive_export_full.geoparquet";
  const QUERY = `export query ${FILE} --place Lisbon --radius 100km`;
  const OFFLINE = { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined };
  const plain = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "");

  it("shows one row per scene with the columns that choose at 80 columns, and the order of the first scene", async () => {
    await swath("export fetch --type full --format geoparquet", { home });
    const { stdout, stderr, exitCode, requests } = await swath(`${QUERY} --limit 3`, {
      ...terminal,
      columns: 80,
      env: OFFLINE,
    });
    expect({ exitCode, requests }, stderr).toEqual({ exitCode: 0, requests: [] });
    const [heads, ...rows] = plain(stdout).trimEnd().split("\n");
    expect(heads?.trim().split(/ {2,}/)).toEqual([
      "SCENE",
      "TIME",
      "INC °",
      "ORBIT",
      "LOOK",
      "MODE",
      "PRODUCTS",
    ]);
    const [scene] = rows.map((row) => row.split(" ")[0]!) as [string];
    expect(scene).toMatch(/^[0-9a-f]{8}$/);
    expect(rows).toHaveLength(3);
    expect(stderr).toContain("showing 3,");
    const command = commandAfter(stderr, "Order the first scene");
    expect(command).toEqual(["order", "place", `${scene}:GEO`]);
    const ids = await swath(`${QUERY} --limit 1 --product-type GEO --output id`, { home });
    const placed = await swath([...command, "--yes"], terminal);
    expect(bodies(placed.requests, "/orders")).toEqual([
      {
        items: [{ collectionId: expect.stringMatching(/^vendor-/) as unknown, granuleId: ids.stdout.trim() }],
      },
    ]);
  });

  it.each(["price", "covers"])("--columns %s is refused: files have no such column", async (column) => {
    const { stderr, exitCode } = await swath(`${QUERY} --limit 1 --columns ${column}`, { home });
    expect(stderr).toContain(`no column "${column}"`);
    expect(exitCode).toBe(2);
  });

  it("its map page does not suggest prices, which files do not have", async () => {
    const [files, search] = await Promise.all([
      swath(`${QUERY} --limit 3 --output html`, { home }),
      swath("catalog search --place Lisbon --limit 3 --output html", { home }),
    ]);
    expect(search.stdout).toContain("add --price to the search");
    expect(files.stdout).not.toContain("add --price to the search");
  });

  it("a pipe gets one row per item, as before", async () => {
    const [all, ids] = [
      await swath(`${QUERY} --limit 7`, { home }),
      await swath(`${QUERY} --limit 7 --output id`, { home }),
    ];
    expect(
      all.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("\t")[0]),
    ).toEqual(ids.stdout.trim().split("\n"));
    expect(ids.stdout.trim().split("\n")).toHaveLength(7);
  });
});

describe("EXPORT-02 export list", () => {
  it("on a terminal shows the latest file of each type and format, and --all every file", async () => {
    const every = JSON.parse((await swath("export list --json", { home })).stdout) as {
      name: string;
      from?: string;
    }[];
    const { stdout, stderr } = await swath("export list", terminal);
    expect(stderr).toContain(
      `showing 9 of ${every.length} files, the latest of each type and format (--all for everything)`,
    );
    const shown = every.filter(({ name }) => stdout.includes(name));
    expect(shown).toHaveLength(9);
    const newest = every
      .map(({ from = "" }) => from)
      .toSorted()
      .at(-1);
    expect(shown.filter(({ from }) => from !== undefined).map(({ from }) => from)).toEqual([
      newest,
      newest,
      newest,
    ]);
    const all = await swath("export list --all", terminal);
    for (const { name } of every) expect(all.stdout).toContain(name);
  });
});
