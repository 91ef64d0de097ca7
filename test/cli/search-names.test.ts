/** Column headings as names of fields, ranges of one field, and times of submission. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath } = await openBench({ archiveSize: 10 });

/** The body of the only request. */
async function asked(line: string[]): Promise<Record<string, unknown>> {
  const run = await swath(["search", ...line, "--dry-run", "--json"]);
  expect(run.exitCode).toBe(0);
  return (JSON.parse(run.stdout) as { body: Record<string, unknown> }).body;
}

describe("SEARCH-T-07 column headings are accepted as field names", () => {
  it.each([
    ["tasks", "NAME*=setubal", "taskingrequestName"],
    ["tasks", "status=review", "lastStatusCode"],
    ["tasks", "closes=2026-03-01/..", "windowClose"],
    ["tasks", "tier=standard", "collectionTier"],
    ["tasks", "type=stripmap", "type"],
    ["repeats", "TYPE=stripmap", "type"],
    ["tasks", "windowopen=2026-03-01/..", "windowOpen"],
    ["tasks", "collectionType=spotlight_wide", "collectionType"],
    ["repeats", "name*=setubal", "repeatrequestName"],
  ])("search %s --where %s asks for %s", async (noun, where, field) => {
    expect(Object.keys((await asked([noun, "--where", where]))["query"] as object)).toEqual([field]);
  });

  it.each([
    ["CLOSES:asc", { sort: "windowClose", order: "asc" }],
    ["submitted", { sort: "submissionTime" }],
    ["type", { sort: "collectionType" }],
    ["windowOpen:desc", { sort: "windowOpen", order: "desc" }],
  ])("--sort %s", async (sort, body) => {
    expect(await asked(["tasks", "--sort", sort])).toEqual(body);
  });

  it.each([
    ["--sort windowOpne", "Did you mean windowOpen?"],
    ["--sort clsoes", "Did you mean closes?"],
    ["--sort CLOSES:down", "Did you mean CLOSES:desc?"],
    ["--sort bogus", "Give a path, or a field: "],
    ["--where foo=1", "Give a path, or a field: "],
    ["--where price>3", "Give a path, or a field: "],
    ["--sort opens:asc --order desc", "--sort: the directions asc and desc"],
  ])("%s is refused, since it would have no effect", async (flags, says) => {
    const run = await swath(["search", "tasks", ...flags.split(" ")]);
    expect(run).toMatchObject({ stdout: "", requests: [] });
    expect([2, 3]).toContain(run.exitCode);
    expect(run.stderr).toContain(says);
  });

  it("a refused field is answered with each known name once", async () => {
    const { stderr } = await swath("search tasks --sort bogus");
    const names = (/Give a path, or a field: (.+)/.exec(stderr)?.[1] ?? "").split(", ");
    expect(names).toContain("windowOpen");
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("SEARCH-T-20 SEARCH-R-09 type is the collect mode, as the interface has it, in --where as in --mode", async () => {
    for (const noun of ["tasks", "repeats"]) {
      const [where, mode] = [
        await asked([noun, "--where", "type=stripmap"]),
        await asked([noun, "--mode", "stripmap"]),
      ];
      expect([where, where]).toEqual([{ query: { type: "stripmap" } }, mode]);
    }
    const run = await swath("search tasks --where type=spotlight_wide");
    expect(run.stderr).toContain("for a collection type use collectionType");
    expect((await swath("search tasks --where type=spotlight")).stderr).not.toContain("collectionType");
  });

  it("a list of numbers is refused, since the interface has lists of strings", async () => {
    const run = await swath(["search", "tasks", "--set", 'query={"lastStatusCode":[1]}']);
    expect(run).toMatchObject({ exitCode: 3, requests: [] });
    expect(run.stderr).toContain("has an element that is not a string");
  });

  it("--columns accepts column headings", async () => {
    const run = await swath([
      "search",
      "tasks",
      "--columns",
      "CLOSES,repeat-request,name",
      "--output",
      "csv",
    ]);
    expect(run.exitCode).toBe(0);
  });
});

it("--from and --to are the time of submission, as in other commands", async () => {
  expect(await asked(["tasks", "--from", "2026-01-01T00:00:00Z", "--to", "2026-02-01T00:00:00Z"])).toEqual({
    query: { submissionTime: "2026-01-01T00:00:00Z/2026-02-01T00:00:00Z" },
  });
});

it.each([
  [["opens>2026-03-01", "opens<2026-03-08"], "2026-03-01T00:00:00.001Z/2026-03-07T23:59:59.999Z"],
  [["opens<=2026-03-08", "windowOpen>=2026-03-01"], "2026-03-01T00:00:00Z/2026-03-08T23:59:59.999Z"],
  [["opens>=2026-03-01T10:00:00Z"], "2026-03-01T10:00:00Z/.."],
  [["closes<+2d"], undefined],
])("SEARCH-T-35 a range of a time, %s, is sent as one interval", async (conditions, interval) => {
  const run = await swath(["search", "tasks", ...conditions.flatMap((text) => ["--where", text])]);
  expect([run.exitCode, run.stderr.includes("was taken as")]).toEqual([0, true]);
  const { query = {} } = (run.requests.at(-1)?.body ?? {}) as { query?: Record<string, string> };
  if (interval !== undefined) expect(query).toEqual({ windowOpen: interval });
  else expect(query["windowClose"]).toMatch(/^\.\.\/\d{4}-.*Z$/);
});

it("--where a>20 --where a<30 is a range: one bound is sent, the other is applied to the results", async () => {
  for (const [angle, name] of [
    [20, "shallow"],
    [25, "middle"],
    [30, "steep"],
  ] as const)
    await swath(
      `task create --point 14.43,40.82 --name ${name} --window-open +1d --window-close +9d --tier standard --type spotlight --off-nadir-min ${angle} --yes`.split(
        " ",
      ),
    );
  const field = "collectConstraints.offNadirMin";
  const run = await swath([
    "search",
    "tasks",
    "--where",
    `${field}>20`,
    "--where",
    `${field}<30`,
    "--columns",
    "name",
  ]);
  expect(run.stdout.trim()).toBe("middle");
  expect(run.requests.at(-1)?.body).toEqual({ query: { [field]: { gt: 20 } } });
});

describe("VIEW-06 an unknown name in --columns", () => {
  it("a heading with a unit is a name with and without its space", async () => {
    for (const name of ["incidence °", "incidence°", "INCIDENCE"]) {
      const run = await swath(["catalog", "search", "--limit", "1", "--columns", name]);
      expect(run.exitCode, run.stderr).toBe(0);
    }
  });
});

describe("VIEW-06 a name in --columns that nothing has", () => {
  it.each(["passes --point 10,89 --window 1d --sandbox", "search tasks --where name=zzz"])(
    "is warned of when there is no row to look in: %s",
    async (line) => {
      const run = await swath(`${line} --columns satelite,nope`);
      expect([run.exitCode, run.stdout]).toEqual([0, ""]);
      expect(run.stderr).toContain("Warning: --columns satelite,nope: not a column of this table");
      const known = await swath(`${line} --columns ${line.startsWith("passes") ? "satellite" : "name"}`);
      expect(known.stderr).not.toContain("not a column");
    },
  );
});
