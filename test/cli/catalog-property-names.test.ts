/** Names of properties as people remember them: without their prefix, or as in the columns. */
import { describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { ITEM_COLUMNS } from "../../src/commands/catalog/item-view.ts";
import { openBench } from "./bench.ts";

const { swath, send } = await openBench({ archiveSize: 400 });

const COLUMNS: readonly string[] = ITEM_COLUMNS.map(({ key }) => key).filter(
  (key) => !["id", "datetime", "platform", "collection"].includes(key),
);

it.each([
  ["incidence_angle", "view:incidence_angle"],
  ["incidence_angel", "view:incidence_angle"],
  ["sar:incidence_angle", "view:incidence_angle"],
  ["orbit_state", "sat:orbit_state"],
  ["incidense", "view:incidence_angle"],
])("--where %s: the intended property is suggested, and nothing is sent", async (typed, meant) => {
  const run = await swath(["catalog", "search", "--where", `${typed}<35`]);
  expect(run).toMatchObject({ exitCode: 3, stdout: "", requests: [] });
  expect(/Did you mean (\S+)\?/.exec(run.stderr)?.[1]).toMatch(meant);
});

const PROPERTIES = {
  product: "sar:product_type",
  mode: "sar:instrument_mode",
  orbit: "sat:orbit_state",
  look: "sar:observation_direction",
  incidence: "view:incidence_angle",
};

/** Column headings of the rows of scenes that items do not have. */
const SCENE_HEADS = {
  inc: "view:incidence_angle",
  products: "sar:product_type",
  resolution: "sar:resolution_range",
};

it("VIEW-06 column headings are accepted by --where, --sort and --columns", async () => {
  expect(Object.keys(PROPERTIES)).toEqual(COLUMNS);
  for (const [head, property] of Object.entries({ ...PROPERTIES, ...SCENE_HEADS })) {
    const unit = { incidence: " °", inc: " °", resolution: " m" }[head] ?? "";
    const printed = `${head.toUpperCase()}${unit}`;
    for (const typed of [head, head.toUpperCase(), printed, property, `properties.${property}`]) {
      const asked = [
        "--where",
        `${typed} = ${/^(?:inc|res)/.test(head) ? 30 : "GEO"}`,
        "--sort",
        typed,
        "--columns",
        typed,
      ];
      const run = await swath(["catalog", "search", ...asked, "--limit", "1"]);
      expect(run.stderr).not.toContain("Did you mean");
      const [{ body }] = run.requests as unknown as [
        { body: { query: object; sortby: [{ field: string }] } },
      ];
      expect(Object.keys(body.query)).toEqual([property]);
      expect(body.sortby[0].field.replace("properties.", "")).toBe(property);
    }
  }
  const run = await swath(
    "catalog search --limit 1 --columns PRODUCT,incidence,sar:product_type,properties.platform".split(" "),
  );
  expect(run.exitCode).toBe(0);
  expect(run.stdout.split("\t")).toHaveLength(4);
});

it("VIEW-06 short headings of a narrow table, and headings with units, are accepted", async () => {
  const run = await swath([
    ..."catalog search --limit 1 --where mode=strip --where orbit=desc --where look=L --sort".split(" "),
    "INC °:desc",
    "--sort",
    "RESOLUTION m",
  ]);
  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.requests[0]).toMatchObject({
    body: {
      query: {
        "sar:instrument_mode": { eq: "stripmap" },
        "sat:orbit_state": { eq: "descending" },
        "sar:observation_direction": { eq: "left" },
      },
      sortby: [
        { field: "properties.view:incidence_angle", direction: "desc" },
        { field: "properties.sar:resolution_range", direction: "asc" },
      ],
    },
  });
});

it.each([
  ["--where", "blah<3"],
  ["--sort", "blah"],
  ["--where", "place=Lisbon"],
])("%s %s is refused with the known names, since the service would ignore it", async (flag, value) => {
  const run = await swath(["catalog", "search", flag, value]);
  expect(run).toMatchObject({ exitCode: 3, stdout: "", requests: [] });
  expect(run.stderr).toContain("view:incidence_angle");
});

it.each([
  ["--orbit-state asc", "--orbit-state ascending"],
  ["--orbit-state DESC", "--where orbit=descending"],
  ["--instrument-mode strip", "--instrument-mode stripmap"],
  ["--instrument-mode slide", "--where mode=sliding_spotlight"],
  ["--where mode=Spot", "--instrument-mode spotlight"],
])("VIEW-06 the words of a table are values of flags and of --where: %s is %s", async (short, long) => {
  const one = await swath(`catalog search --limit 3 --output id ${short}`);
  const other = await swath(`catalog search --limit 3 --output id ${long}`);
  expect(one.stderr).not.toContain("Warning");
  expect(one.stdout.split("\n").length).toBeGreaterThan(2);
  expect(one.stdout).toBe(other.stdout);
});

it("VIEW-06 an unknown mode is sent with a warning that lists the known ones, and one that is nearly known is refused", async () => {
  const { stderr } = await swath("catalog search --instrument-mode scanning --limit 1");
  expect(stderr).toContain(
    '"scanning" is not an instrument mode known here (stripmap, spotlight, sliding_spotlight)',
  );
  const slip = await swath("catalog search --where mode=stripmpa --limit 1");
  expect(slip).toMatchObject({ exitCode: 3, requests: [] });
});

it("VIEW-06 a satellite that no item has is explained, and listed on a terminal", async () => {
  const line = "catalog search --platform vendor-1 --limit 1";
  const script = await swath(line);
  expect(script.requests).toHaveLength(1);
  expect(script.stderr).toContain("--platform vendor-1 must equal a name in the column platform");
  const { stderr } = await swath(line, { stdoutTTY: true, stderrTTY: true, columns: 200 });
  expect(stderr).toMatch(/the same search finds scenes of these satellites: vendor-\d+(, vendor-\d+)+/);
});

it("--where with a property of an extension is sent", async () => {
  const run = await swath(["catalog", "search", "--where", "acme:incidence_angle<35"]);
  expect(run.requests).toHaveLength(1);
});

it.each([
  ["collection=vendor-archive", "--collection <id>"],
  ["TIME<2026-01-01", "--from <time>"],
  ["price<500", "--sort price"],
  ["scene=69c19618", "--collect-id <id>"],
  ["COVERS>20", "--min-cover <share>"],
])("VIEW-06 --where %s: the column has its own flag", async (where, flags) => {
  const run = await swath(["catalog", "search", "--where", "platform=vendor-01", "--where", where]);
  expect(run).toMatchObject({ exitCode: 3, stdout: "", requests: [] });
  expect(run.stderr).toContain(`Use ${flags}\n`);
});

it("VIEW-06 catalog stacks --where 'covers>20' suggests no flag that stacks does not have", async () => {
  const run = await swath(["catalog", "stacks", "--point", "-9.14,38.71", "--where", "covers>20"]);
  expect(run).toMatchObject({ exitCode: 3, requests: [] });
  expect(run.stderr).toContain("is not a property that the catalog compares");
  expect(run.stderr).not.toContain("--min-cover");
});

it.each([
  ["time", "properties.datetime"],
  ["scene:desc", "properties.vendor:collect_id"],
])("--sort %s: the column heading of a scene is sent under the interface's name", async (sort, field) => {
  const [request] = (await swath(`catalog search --sort ${sort}`)).requests;
  const { sortby } = request!.body as { sortby: [{ field: string }] };
  expect(sortby[0].field).toBe(field);
});

describe("--where compares times and ranges", () => {
  const asked = async (...where: string[]) => {
    const flags = where.flatMap((one) => ["--where", one]);
    const run = await swath(["catalog", "search", ...flags, "--dry-run", "--json"]);
    return { ...run, query: (JSON.parse(run.stdout) as { body: { query: unknown } }).body.query };
  };

  it.each([
    ["start_datetime>=2027-12-01", "gte", "2027-12-01T00:00:00Z"],
    ["start_datetime<=2027-12-01", "lte", "2027-12-01T23:59:59.999Z"],
    ["end_datetime<2027-12-01", "lt", "2027-12-01T00:00:00Z"],
  ])("a date in %s is sent as a time, as in request searches", async (where, operator, time) => {
    const run = await asked(where);
    expect(run.query).toEqual({ [/^\w+/.exec(where)![0]]: { [operator]: time } });
    expect(run.stderr).toBe(`${where} was taken as ${time}\n`);
  });

  it("CATALOG-12 two operators on one property are sent as a range; a service that compares with one of them is reported", async () => {
    const range = ["view:incidence_angle<35", "view:incidence_angle>=20"];
    const run = await asked(...range);
    expect(run.query).toEqual({ "view:incidence_angle": { lt: 35, gte: 20 } });
    expect(run.stderr).not.toContain("Warning");
    const flags = range.flatMap((one) => ["--where", one]);
    const line = ["catalog", "search", ...flags, "--limit", "500", "--sort", "incidence", "--output", "id"];
    expect((await swath([...line, "--strict"])).exitCode).toBe(0);
    const half: Send = async (request) => {
      const { query, ...body } = JSON.parse(String(request.body ?? "{}")) as { query?: object };
      const lower = { query: { "view:incidence_angle": { gte: 20 } } };
      return send({ ...request, body: JSON.stringify({ ...body, ...(query && lower) }) });
    };
    const { stderr } = await swath([...line.slice(0, -4), "--sort", "incidence:desc"], { send: half });
    expect(stderr).toContain(
      "Warning: the service compares view:incidence_angle with one bound of the range only",
    );
  });
});

describe("CATALOG-34 what some services compare beyond the interface", () => {
  it.each([
    ["view:look_angle>30", { "view:look_angle": { gt: 30 } }],
    ["vendor:orbital_plane=45", { "vendor:orbital_plane": { eq: 45 } }],
    ["constellation=vendor", { constellation: { eq: "vendor" } }],
    ["datetime>=2026-01-01", { datetime: { gte: "2026-01-01T00:00:00Z" } }],
  ])("--where %s is sent with a note, also with --strict", async (where, query) => {
    const run = await swath(["catalog", "search", "--where", where, "--dry-run", "--strict", "--json"]);
    expect([run.exitCode, JSON.parse(run.stdout)]).toMatchObject([0, { body: { query } }]);
    expect(run.stderr).toContain("is not a queryable property of the interface: this service may know it");
  });

  it("the operator in is sent as typed, with a note; an empty list is refused", async () => {
    const query = { "sar:product_type": { in: ["GEO", "SLC"] } };
    const filter = (value: object) => [
      "catalog",
      "search",
      "--set",
      `query=${JSON.stringify(value)}`,
      "--dry-run",
      "--json",
    ];
    const run = await swath(filter(query));
    expect([run.exitCode, JSON.parse(run.stdout)]).toMatchObject([0, { body: { query } }]);
    expect(run.stderr).toContain("the interface has no operator in");
    expect((await swath(filter({ "sar:product_type": { in: [] } }))).exitCode).toBe(3);
    expect((await swath(filter({ "sar:product_type": { in: ["GEO"], out: 1 } }))).exitCode).toBe(3);
  });
});
