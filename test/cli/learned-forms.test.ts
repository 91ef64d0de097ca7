/** A service in other forms than the interface's: they are learned from its responses, and from one file. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { errorOf, runScripted, scriptedSend, type Answer, type Script } from "./scripted-service.ts";
import { BASE_URL, runWords, tempHome, type Run, type SentRequest, type Surroundings } from "./world.ts";

let home: string;
beforeEach(async () => {
  home = await tempHome();
});

const configFile = (): string => join(home, ".config", "swath", "config.json");
async function store(profile: object): Promise<void> {
  await mkdir(join(home, ".config", "swath"), { recursive: true });
  await writeFile(configFile(), JSON.stringify({ profiles: { default: profile } }));
}
const stored = async (): Promise<Record<string, Record<string, unknown>>> =>
  (JSON.parse(await readFile(configFile(), "utf8")) as { profiles: { default: never } }).profiles.default;

/** A run with the key in the environment, and the base URL in the profile alone. */
const swath = (argv: string | readonly string[], script: Script, given: Surroundings = {}): Promise<Run> =>
  runScripted(argv, script, { home, ...given, env: { SWATH_BASE_URL: "", ...given.env } });

const paths = ({ requests }: { requests: readonly SentRequest[] }): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);

/** A task of a service that spells otherwise. */
const task = (id: string, more: object = {}): object => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [14.9934, 37.751] },
  properties: {
    taskingrequestId: id,
    taskingrequestName: "etna",
    windowOpen: "2026-06-01T00:00:00Z",
    windowClose: "2026-06-08T00:00:00Z",
    collectionTier: "standard",
    collectionType: "spotlight",
    statusHistory: [{ code: "review" }],
    collectConstraints: { lookDirection: "either", ascDsc: "either", localTime: [[0, 86_400]] },
    ...more,
  },
});
const COLLECT = "8c1d2f30-5a6b-4c7d-8e9f-0a1b2c3d4e5f";
const item = (prefix = "acme"): object => ({
  type: "Feature",
  id: "ACME_C09_SM_GEO_VV_1",
  collection: "acme-geo",
  geometry: { type: "Point", coordinates: [4.4, 51.9] },
  bbox: [4.4, 51.9, 4.4, 51.9],
  properties: {
    datetime: "2026-02-18T13:00:12Z",
    "sar:product_type": "GEO",
    "view:look_angle": 30.5,
    [`${prefix}:collect_id`]: COLLECT,
    [`${prefix}:billable_area`]: 1e8,
  },
  assets: {},
});
const found = (...features: object[]): Answer => ({ body: { type: "FeatureCollection", features } });
const CREATE =
  "task create --point 14.9934,37.751 --window-open 2026-06-01T00:00:00Z --window-close 2026-06-08T00:00:00Z " +
  "--tier standard --type spotlight --orbit-state ascending --local-time 06:00-09:00 --name etna";

describe("forms that responses show", () => {
  it("GEN-19 a spelling is learned once, with one note, and sent from then on, also in a dry run", async () => {
    await store({ baseUrl: BASE_URL });
    const read = await swath("task get t-1 --json", { "GET /task/t-1": [{ body: task("t-1") }] });
    expect(read.stderr).toBe(
      "Learned from the service's responses: repeatNameCasing both, ascDescKey ascDsc, localTimeStyle nested; " +
        "stored in profile default\n",
    );
    expect(await stored()).toEqual({
      baseUrl: BASE_URL,
      learned: {
        baseUrl: BASE_URL,
        repeatNameCasing: "both",
        ascDescKey: "ascDsc",
        localTimeStyle: "nested",
      },
    });
    const again = await swath("task get t-1 --json", { "GET /task/t-1": [{ body: task("t-1") }] });
    expect(again.stderr).toBe("");
    const constraints = { ascDsc: "ascending", localTime: [[21_600, 32_400]] };
    const planned = await swath(`${CREATE} --dry-run --json`, {});
    expect(JSON.parse(planned.stdout)).toMatchObject({
      body: { properties: { collectConstraints: constraints } },
    });
    expect(planned.requests).toEqual([]);
    expect(planned.stderr).toContain("Constraints: orbit direction ascending.");
    expect(planned.stderr).not.toMatch(/Left to the service: .*ascDesc/);
    const sent = await swath(CREATE, { "POST /task": [{ status: 201, body: task("t-2") }] });
    expect(sent.requests[0]?.body).toMatchObject({ properties: { collectConstraints: constraints } });
  });

  it("GEN-19 the labels of a series are learned from its record", async () => {
    await store({ baseUrl: BASE_URL });
    const series = {
      type: "Feature",
      properties: {
        repeatrequestId: "r-1",
        repeatrequestName: "weekly",
        collectConstraints: { ascDsc: "either" },
        statusHistory: [{ code: "review" }],
      },
    };
    await swath("repeat get r-1", { "GET /repeat-requests/r-1": [{ body: series }] });
    const create =
      "repeat create --point 14.9934,37.751 --from 2026-06-01 --interval 7 --count 3 --tier routine --type spotlight --name weekly";
    const planned = await swath(`${create} --dry-run --json`, {});
    const { properties } = (JSON.parse(planned.stdout) as { body: { properties: object } }).body;
    expect(properties).toMatchObject({ repeatrequestName: "weekly" });
    expect(properties).not.toHaveProperty("repeatRequestName");
  });

  it("GEN-19 forms of one service are not sent to another, and come back with it", async () => {
    await store({
      baseUrl: BASE_URL,
      learned: { baseUrl: BASE_URL, vendorPrefix: "acme", "paths.orders": 3 },
    });
    const planned = async (more: string): Promise<string> =>
      (await swath(`catalog search --collect-id ${COLLECT} --dry-run --json ${more}`, {})).stdout;
    expect(await planned("")).toContain('"acme:collect_id"');
    expect(await planned("--base-url https://other.example")).toContain('"vendor:collect_id"');
    expect(await planned("--vendor-prefix zeta")).toContain('"zeta:collect_id"');
    const elsewhere = await swath("catalog search --base-url https://other.example", {
      "POST https://other.example/catalog/search": [found(item("zeta"))],
    });
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([0, ""]);
    expect((await stored())["learned"]).toMatchObject({ baseUrl: BASE_URL, vendorPrefix: "acme" });
  });

  it("GEN-19 AUTH-16 what a person set stays, and every command says where a value comes from", async () => {
    await store({
      baseUrl: BASE_URL,
      dialect: { ascDescKey: "ascDesc", retaskEnvelope: "flat" },
      learned: { baseUrl: BASE_URL, vendorPrefix: "acme", ascDescKey: "ascDsc" },
    });
    const listed = await swath("config list --json", {});
    const rows = JSON.parse(listed.stdout) as { key: string }[];
    const rowOf = (key: string): object | undefined => rows.find((row) => row.key === `dialect.${key}`);
    expect(rowOf("vendorPrefix")).toMatchObject({
      value: "acme",
      origin: "learned",
      source: "profile default",
    });
    expect(rowOf("ascDescKey")).toMatchObject({ value: "ascDesc", origin: "profile" });
    expect(rowOf("retaskEnvelope")).toMatchObject({ value: "flat", origin: "profile" });
    expect(rowOf("placement")).toBe(undefined);
    const all = JSON.parse((await swath("config list --all --json", {})).stdout) as { key: string }[];
    expect(all).toContainEqual(
      expect.objectContaining({ key: "dialect.placement", value: "both", origin: "default" }),
    );
    const shown = await swath("profile show", {});
    expect(shown.stdout).toMatch(/dialect\.vendorPrefix: +acme \(learned\)/);
    expect(shown.stdout).toMatch(/dialect\.ascDescKey: +ascDesc\n/);
    expect((await swath("config unset dialect.vendorPrefix", {})).stderr).toBe("");
    expect(await stored()).toMatchObject({ learned: { baseUrl: BASE_URL, ascDescKey: "ascDsc" } });
    await swath("config unset dialect.ascDescKey", {});
    expect(await stored()).toEqual({ baseUrl: BASE_URL, dialect: { retaskEnvelope: "flat" } });
  });

  it("GEN-20 P1 the same create is recognised after its spelling was learned", async () => {
    await store({ baseUrl: BASE_URL });
    const preApproved = `${CREATE} --pre-approve --yes`;
    const script = { "POST /task": [{ status: 201, body: task("t-1", { preApproval: true }) }] };
    const first = await swath([...preApproved.split(" "), "--no-input"], script);
    expect([first.exitCode, paths(first)], first.stderr).toEqual([0, ["POST /task"]]);
    expect(first.stderr).toContain("ascDescKey ascDsc");
    const second = await swath([...preApproved.split(" "), "--no-input", "--json"], script);
    expect([second.exitCode, second.requests]).toEqual([12, []]);
    expect(errorOf(second).code).toBe("INTENT_CONFIRMED");
  });
});

describe("the operator's prefix", () => {
  const SEARCH = "POST /catalog/search";
  const nothing = found();
  const names = (run: Run): string[] =>
    run.requests.map(({ body }) => Object.keys((body as { query?: object }).query ?? { none: 0 }).join());

  it("GEN-05 CATALOG-26 a filter with a wrong prefix is repeated with the right one, never reported as nothing", async () => {
    await store({ baseUrl: BASE_URL });
    const script = { [SEARCH]: [nothing, found(item()), found(item())] };
    const run = await swath(`catalog search --collect-id ${COLLECT} --output id`, script);
    expect(run.stdout).toBe("ACME_C09_SM_GEO_VV_1\n");
    expect(names(run)).toEqual(["vendor:collect_id", "none", "acme:collect_id"]);
    expect(run.stderr).toBe(
      "the service has acme: in the names of properties, not vendor: searched again with it\n" +
        "Learned from the service's responses: vendorPrefix acme; stored in profile default\n",
    );
    const next = await swath(`catalog search --collect-id ${COLLECT} --output id`, {
      [SEARCH]: [found(item())],
    });
    expect(names(next)).toEqual(["acme:collect_id"]);
  });

  it("GEN-05 CATALOG-26 a wrong prefix that a person set is a warning", async () => {
    await store({ baseUrl: BASE_URL, dialect: { vendorPrefix: "zeta" } });
    const script = { [SEARCH]: [nothing, found(item()), found(item())] };
    const run = await swath(`catalog search --where vendor:squint_angle=0 --output id`, script);
    expect(names(run)).toEqual(["zeta:squint_angle", "none", "acme:squint_angle"]);
    expect(run.stderr).toContain("Warning: the service has acme: in the names of properties, not zeta");
    expect(run.stderr).toContain("swath config unset dialect.vendorPrefix");
  });

  it("GEN-05 CATALOG-26 an empty answer is one with the right prefix, without one, and to other filters", async () => {
    const search = async (argv: string, ...answers: Answer[]): Promise<string[]> => {
      const run = await swath(argv, { [SEARCH]: answers }, { env: { SWATH_BASE_URL: BASE_URL } });
      expect([run.exitCode, run.stderr]).toEqual([0, "Nothing found\n"]);
      return names(run);
    };
    const line = `catalog search --collect-id ${COLLECT}`;
    expect(await search(line, nothing, found(item("vendor")))).toEqual(["vendor:collect_id", "none"]);
    expect(await search(line, nothing, nothing)).toEqual(["vendor:collect_id", "none"]);
    expect(await search(line, nothing, { status: 403, body: { message: "no" } })).toHaveLength(2);
    expect(await search("catalog search --product-type GEO", nothing)).toEqual(["sar:product_type"]);
  });

  it("GEN-05 CATALOG-26 short ids and the GEO of a vessel detection find the scene", async () => {
    await store({ baseUrl: BASE_URL });
    const script = { [SEARCH]: [nothing, found(item()), found(item())] };
    const short = await swath("catalog search --collect-id 8c1d2f30 --output id", {
      [SEARCH]: [nothing, found(item())],
    });
    expect(short.stdout).toBe("ACME_C09_SM_GEO_VV_1\n");
    await store({ baseUrl: BASE_URL });
    const order = await swath(`order review --generate VS=${COLLECT} --with-geo --json`, {
      ...script,
      "POST /orders/review": [{ body: { total: "$10.00" } }],
    });
    expect(names(order).slice(0, 3)).toEqual([
      "vendor:collect_id,sar:product_type",
      "none",
      "acme:collect_id,sar:product_type",
    ]);
    expect(order.requests.at(-1)?.body).toMatchObject({
      items: [{ collectIds: [COLLECT] }, { granuleId: "ACME_C09_SM_GEO_VV_1" }],
    });
  });
});

const KEY = "a-key-of-some-length";
const login = (script: Script, more = "", given: Surroundings = {}): Promise<Run> =>
  runWords(`auth login --base-url ${BASE_URL} --api-key-stdin ${more}`, {
    home,
    stdin: `${KEY}\n`,
    send: scriptedSend(script),
    ...given,
  });

describe("auth login", () => {
  const TYPES = { body: ["spotlight"] };
  const NONE = { body: { results: [] } };
  const NO_REQUESTS = { "POST /tasks/search": [NONE], "POST /repeat-requests/search": [NONE] };
  const REQUEST_SEARCHES = ["POST /tasks/search", "POST /repeat-requests/search"];

  it("AUTH-14 one more free search finds the prefix, which is stored with the key", async () => {
    const run = await login({
      "GET /collectiontypes": [TYPES],
      "POST /catalog/search": [found(item())],
      ...NO_REQUESTS,
    });
    expect(run.exitCode).toBe(0);
    expect(paths(run)).toEqual(["GET /collectiontypes", "POST /catalog/search", ...REQUEST_SEARCHES]);
    expect(run.requests[1]?.body).toEqual({ limit: 1 });
    expect(run.stderr).toContain(
      "Learned from the service's responses: vendorPrefix acme; stored in profile default\n",
    );
    expect(await stored()).toEqual({
      baseUrl: BASE_URL,
      learned: { baseUrl: BASE_URL, vendorPrefix: "acme" },
    });
    const again = await login({ "GET /collectiontypes": [TYPES], ...NO_REQUESTS });
    expect([again.exitCode, paths(again)]).toEqual([0, ["GET /collectiontypes", ...REQUEST_SEARCHES]]);
  });

  it("AUTH-14 GEN-19 the requests of the account show their spelling before the first create", async () => {
    const record = (properties: object): object => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [-9.14, 38.71] },
      properties: { collectConstraints: { ascDsc: "either", localTime: [[0, 86_400]] }, ...properties },
    });
    const run = await login({
      "GET /collectiontypes": [TYPES],
      "POST /catalog/search": [found()],
      "POST /tasks/search": [{ body: { results: [record({ taskingrequestId: "t-1" })] } }],
      "POST /repeat-requests/search": [
        { body: { results: [record({ repeatrequestId: "r-1", repeatrequestName: "etna" })] } },
      ],
    });
    expect(run.exitCode).toBe(0);
    expect(await stored()).toMatchObject({
      learned: { ascDescKey: "ascDsc", localTimeStyle: "nested", repeatNameCasing: "repeatrequestName" },
    });
  });

  it("AUTH-14 a refused search of requests does not matter", async () => {
    const script = { "GET /collectiontypes": [TYPES], "POST /catalog/search": [found(item())] };
    const run = await login({ ...script, "POST /tasks/search": [{ status: 403 }] });
    expect([run.exitCode, (await stored())["learned"]]).toMatchObject([0, { vendorPrefix: "acme" }]);
  });

  it.each([403, 404, 400])(
    "AUTH-14 a key whose tasking is refused with %i is accepted by the catalog",
    async (status) => {
      const refused = { status, body: { message: "not allowed to task" } };
      const run = await login(
        { "GET /collectiontypes": [refused], "POST /catalog/search": [found(item())] },
        "--json",
      );
      expect(run.exitCode).toBe(0);
      expect(paths(run)).toEqual(["GET /collectiontypes", "POST /catalog/search"]);
      expect(JSON.parse(run.stdout)).toMatchObject({ checked: true, tasking: false });
      expect(run.stderr).toContain("the key is accepted by the catalog, and refused for tasking");
      expect(await stored()).toMatchObject({ learned: { vendorPrefix: "acme" } });
    },
  );

  it.each<[string, Script, number]>([
    ["both refuse it", { GET: [{ status: 403 }], POST: [{ status: 403 }] }, 5],
    ["401", { GET: [{ status: 401 }] }, 4],
    ["401 of the catalog", { GET: [{ status: 403 }], POST: [{ status: 401 }] }, 4],
  ])("AUTH-14 a key is not stored: %s", async (_why, script, exitCode) => {
    const run = await login(script);
    expect(run.exitCode).toBe(exitCode);
    await expect(readFile(configFile(), "utf8")).rejects.toThrow("ENOENT");
  });

  it.each<[string, Answer, string]>([
    ["another path", { status: 404 }, "--base-url"],
    ["a redirect", { status: 302 }, "--base-url"],
    ["no collection types", { body: "<html>Sign in</html>" }, "--base-url"],
    ["a service that refuses", { status: 403 }, "add --no-check"],
  ])("AUTH-14 a check that fails has the step that helps: %s", async (_what, answer, step) => {
    const run = await login({
      "GET /collectiontypes": [answer, answer, answer, answer],
      "POST /catalog/search": [{ status: 404 }],
    });
    expect(run.exitCode).not.toBe(0);
    expect(run.stderr).toContain(": nothing was stored\n");
    expect(run.stderr).toContain(step);
  });

  it("AUTH-14 --no-check sends nothing, and an archive without the operator's names stores nothing", async () => {
    const run = await login({}, "--no-check --json");
    expect([run.exitCode, run.requests]).toEqual([0, []]);
    expect(JSON.parse(run.stdout)).toMatchObject({ checked: false, tasking: null });
    const other = await login({
      "GET /collectiontypes": [TYPES],
      "POST /catalog/search": [found()],
      ...NO_REQUESTS,
    });
    expect([other.exitCode, await stored()]).toEqual([0, { baseUrl: BASE_URL }]);
  });

  it("AUTH-16 --deployment applies to the test of the key, and is stored with it", async () => {
    await writeFile(
      join(home, "acme.json"),
      JSON.stringify({
        swathDeployment: 1,
        name: "acme",
        dialect: { auth: { header: "X-API-Key" }, vendorPrefix: "acme" },
      }),
    );
    const run = await login({ "GET /collectiontypes": [TYPES] }, "--deployment acme.json --json");
    expect([run.exitCode, paths(run)], run.stderr).toEqual([0, ["GET /collectiontypes"]]);
    expect(run.requests[0]?.headers).toMatchObject({ "x-api-key": KEY });
    expect(JSON.parse(run.stdout)).toMatchObject({ deployment: "acme" });
    expect(await stored()).toEqual({
      baseUrl: BASE_URL,
      dialect: { "auth.header": "X-API-Key", vendorPrefix: "acme" },
    });
    const planned = await runWords("task types --dry-run --json", { home });
    expect(JSON.parse(planned.stdout)).toMatchObject({ headers: { "x-api-key": "***" } });
  });
});

describe("doctor", () => {
  it("AUTH-16 lists each form that differs from the interface, with its origin, and finds the prefix", async () => {
    await store({ baseUrl: BASE_URL, dialect: { placement: "root" } });
    const script = { "GET /collectiontypes": [{ body: [] }], "POST /catalog/search": [found(item())] };
    const run = await swath("doctor --json", script);
    const rows = (JSON.parse(run.stdout) as { check: string; status: string; detail: string }[]).filter(
      ({ check }) => check === "deployment",
    );
    expect(rows).toMatchObject([
      { status: "ok", detail: "vendorPrefix is acme (learned from its responses)" },
      { status: "ok", detail: "placement is root (set in profile default)" },
    ]);
    expect(await stored()).toMatchObject({ learned: { vendorPrefix: "acme" } });
    const offline = await swath("doctor --offline --json", {});
    expect(offline.stdout).toContain("vendorPrefix is acme (learned from its responses)");
    expect(offline.requests).toEqual([]);
  });

  it("AUTH-16 a prefix that a person set and the service does not have is a warning", async () => {
    await store({ baseUrl: BASE_URL, dialect: { vendorPrefix: "zeta" } });
    const script = { "GET /collectiontypes": [{ status: 403 }], "POST /catalog/search": [found(item())] };
    const run = await swath("doctor", script);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/service\twarn\tthe key is accepted by the catalog, and refused for tasking/);
    expect(run.stdout).toMatch(/deployment\twarn\tvendorPrefix is zeta .*the service shows acme/);
    expect(run.stdout).toContain("swath config unset dialect.vendorPrefix");
  });
});

describe("the file of a deployment", () => {
  const run = (argv: string, given: Surroundings = {}): Promise<Run> => runWords(argv, { home, ...given });

  it("AUTH-16 config export has what was set and learned, and config import stores it elsewhere", async () => {
    await store({
      baseUrl: BASE_URL,
      dialect: { retaskEnvelope: "flat", auth: { header: "X-API-Key" } },
      learned: { baseUrl: BASE_URL, vendorPrefix: "acme" },
    });
    const printed = await run("config export");
    const file = {
      swathDeployment: 1,
      name: "default",
      dialect: { "auth.header": "X-API-Key", vendorPrefix: "acme", retaskEnvelope: "flat" },
    };
    expect(JSON.parse(printed.stdout)).toEqual(file);
    expect((await run("config export acme.json")).exitCode).toBe(0);
    expect(JSON.parse(await readFile(join(home, "acme.json"), "utf8"))).toEqual(file);
    expect(errorOf(await run("config export acme.json --json")).code).toBe("FILE_EXISTS");
    const imported = await run("config import acme.json --profile work");
    expect(imported.stdout).toContain("dialect.vendorPrefix = acme (profile work)\n");
    const stdin = await run("config import - --profile other", { stdin: JSON.stringify(file) });
    expect(stdin.exitCode).toBe(0);
    const { profiles } = JSON.parse(await readFile(configFile(), "utf8")) as { profiles: object };
    expect(profiles).toMatchObject({ work: { dialect: file.dialect }, other: { dialect: file.dialect } });
    expect(JSON.stringify(profiles)).not.toContain('"work":{"baseUrl"');
  });

  it("AUTH-16 an import keeps other values of the profile, and a dry run stores nothing", async () => {
    await store({ dialect: { placement: "root", ascDescKey: "ascDsc" }, timeout: "5s" });
    const text = JSON.stringify({
      swathDeployment: 1,
      name: "acme",
      dialect: { ascDescKey: "ascDesc" },
      sandbox: { unknownPath: "gateway" },
    });
    await run("config import - --dry-run", { stdin: text });
    expect(await stored()).toMatchObject({ dialect: { ascDescKey: "ascDsc" } });
    const imported = await run("config import -", { stdin: text });
    expect(imported.stderr).toContain("settings for a sandbox were not stored");
    expect(await stored()).toEqual({ dialect: { placement: "root", ascDescKey: "ascDesc" }, timeout: "5s" });
  });

  it.each([
    ["not JSON", "{", "stdin is not JSON"],
    ["a list", "[]", "stdin is not the file of a deployment: it has a list"],
    ["another file", '{"dialect":{}}', "stdin is not the file of a deployment: it has no swathDeployment"],
    [
      "another version",
      '{"swathDeployment":2,"name":"a"}',
      "stdin has swathDeployment 2, and this version of swath reads 1",
    ],
    ["no name", '{"swathDeployment":1}', "stdin: name is missing, and must be a text"],
    [
      "another member",
      '{"swathDeployment":1,"name":"a","dialekt":{}}',
      'stdin: there is no member "dialekt"',
    ],
    [
      "an unknown key",
      '{"swathDeployment":1,"name":"a","dialect":{"ascDesKey":"ascDsc"}}',
      'stdin: dialect has no key "ascDesKey"',
    ],
    [
      "a wrong value",
      '{"swathDeployment":1,"name":"a","dialect":{"ascDescKey":"up"}}',
      'stdin: dialect.ascDescKey "up" is not one of ascDesc, ascDsc',
    ],
    [
      "a wrong sandbox",
      '{"swathDeployment":1,"name":"a","sandbox":[]}',
      "stdin: sandbox [] must be an object of settings of the sandbox",
    ],
  ])("AUTH-16 is refused with a reason, and nothing is stored: %s", async (_what, stdin, message) => {
    const refused = await run("config import - --json", { stdin });
    expect(errorOf(refused)).toMatchObject({ code: "CONFIG_INVALID", message });
    await expect(readFile(configFile(), "utf8")).rejects.toThrow("ENOENT");
  });

  it("AUTH-16 an unknown key has the nearest one as its next step", async () => {
    const stdin = '{"swathDeployment":1,"name":"a","dialect":{"ascDesKey":"ascDsc"}}';
    expect(errorOf(await run("config import - --json", { stdin })).hint).toBe("Did you mean ascDescKey?");
  });
});
