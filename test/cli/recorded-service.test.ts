/** The client against the sandbox in the form of a recorded deployment, without a single setting of the dialect. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createSandboxSend } from "../../src/sandbox/sandbox.ts";
import { openBench } from "./bench.ts";
import { sandboxHome } from "./sandbox-home.ts";
import { runWords, tempHome, type Run } from "./world.ts";

/** An address of this machine: a key of the sandbox is stored for no other one. */
const URL_OF_SERVICE = "http://127.0.0.1:7717/v1";

/** A customer with an empty home and a key of the recorded deployment, under a clock that only the test moves. */
async function openRecorded() {
  const { sandbox, clock, control, member } = await openBench();
  await control("POST", "/settings", { deployment: "recorded", collectionTypesPageSize: 4 });
  const toSandbox = createSandboxSend(sandbox, URL_OF_SERVICE);
  const send = (request: Parameters<typeof toSandbox>[0]) => clock.during(toSandbox(request));
  const home = await tempHome();
  const swath = (line: string, stdin = ""): Promise<Run> => runWords(line, { send, clock, home, stdin });
  const login = await swath(`auth login --base-url ${URL_OF_SERVICE} --api-key-stdin`, member.apiKey);
  expect(login.exitCode).toBe(0);
  /** The one line that a command prints with `--output id`. */
  const idFrom = async (line: string): Promise<string> => {
    const { exitCode, stdout, stderr } = await swath(`${line} --output id`);
    if (exitCode !== 0) throw new Error(`${line}: ${stderr}`);
    return stdout.trim().split("\n")[0] ?? "";
  };
  /** A series that another client of the same account made. */
  const makeEarlierSeries = () =>
    send({
      method: "POST",
      url: `${URL_OF_SERVICE}/repeat-requests`,
      headers: { authorization: `ApiKey ${member.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        type: "Feature",
        geometry: { type: "Point", coordinates: [-122.4, 37.7] },
        properties: {
          repeatrequestName: "earlier",
          repetitionProperties: { repeatStart: "2026-03-12T00:00:00Z", repetitionCount: 4 },
          collectionTier: "routine",
        },
      }),
    });
  return { clock, control, home, idFrom, login, makeEarlierSeries, swath };
}

/** What the profile has about the deployment. */
const profileIn = (home: string) => {
  const { profiles } = JSON.parse(readFileSync(join(home, ".config/swath/config.json"), "utf8")) as {
    profiles: Record<string, { dialect?: object; learned?: Record<string, unknown> }>;
  };
  return profiles["default"];
};

const AREA = "--bbox -20,30,40,60";
const TASK = "--point -9.14,38.71 --window-open +1d --window 7d --tier priority --type spotlight";
const SERIES = "--point -9.14,38.71 --from +1d --interval 7 --count 3 --tier routine --type spotlight";

it("SBX-14 a key is stored after a free test that follows the redirect of a recorded deployment", async () => {
  const { login } = await openRecorded();
  expect(login.stdout).toContain("Checked:    yes");
  expect(login.requests.length).toBeGreaterThan(1);
});

it("SBX-14 collection types are read from all their pages", async () => {
  const { swath } = await openRecorded();
  const { stdout } = await swath("task types --output json");
  expect(JSON.parse(stdout)).toHaveLength(9);
});

it("SBX-14 a search reads all pages of a recorded deployment, and nothing beside its filter", async () => {
  const { swath } = await openRecorded();
  const found = await swath(
    `catalog search ${AREA} --product-type GEO --limit 25 --page-size 10 --output id`,
  );
  expect(found.exitCode).toBe(0);
  const ids = found.stdout.trim().split("\n");
  expect(new Set(ids).size).toBe(25);
  expect(ids.filter((id) => !/^VENDOR_C\d\d_[A-Z]+_GEO_/.test(id))).toEqual([]);
  expect(new Set(found.requests.map(({ method }) => method))).toEqual(new Set(["POST"]));
  expect(found.requests.every(({ url }) => url.startsWith(URL_OF_SERVICE))).toBe(true);
  expect(found.requests.length).toBeGreaterThan(2);
});

it("SBX-14 an order is placed, downloaded without its web page, and verified", async () => {
  const { idFrom, swath } = await openRecorded();
  const item = await idFrom(`catalog search ${AREA} --product-type GEO --limit 1`);
  const order = await idFrom(`order place --item vendor-archive/${item} --yes`);
  const downloaded = await swath(`order download ${order} --out-dir out -o table`);
  expect(downloaded.exitCode).toBe(0);
  expect(downloaded.stdout.trim().split("\n")).toHaveLength(5);
  expect(downloaded.requests.filter(({ url }) => !url.startsWith(URL_OF_SERVICE))).toEqual([]);
  expect((await swath("verify out")).exitCode).toBe(0);
  expect((await idFrom("order history --service")).split("\n")).toContain(order);
});

it("SBX-14 ORDER-22 a download past the hour of its order leads to a review, which is free, and continues when it may order again", async () => {
  const { control, home, idFrom, swath } = await openRecorded();
  const item = await idFrom(`catalog search ${AREA} --product-type GEO --limit 1`);
  const order = await idFrom(`order place --item vendor-archive/${item} --yes`);
  await control("POST", "/faults", { route: "asset", truncate: 100_000, count: 1 });
  expect((await swath(`order download ${order} --out-dir out --retries 0`)).exitCode).toBe(10);
  await control("POST", "/clock", { advance: 7200 });
  const late = await swath(`order download ${order} --out-dir out`);
  expect(late.exitCode).toBe(7);
  expect(late.stderr).toContain(`swath order review --item vendor-archive/${item}`);
  const review = await swath(`order review --item vendor-archive/${item} --json`);
  expect(review.stdout).toContain("$0.00");
  expect((await swath("verify out")).exitCode).toBe(10);
  const again = await swath(`order download ${order} --out-dir out --reorder-free --retries 0`);
  expect(again.exitCode, again.stderr).toBe(0);
  expect(again.stderr).toMatch(/ordered again for \$0\.00/);
  expect(again.stderr).toMatch(/resuming after/);
  const placed = again.requests.filter(
    ({ method, url }) => method === "POST" && url === `${URL_OF_SERVICE}/orders`,
  );
  expect(placed).toHaveLength(1);
  expect((await swath("verify out --strict")).exitCode).toBe(0);
  expect(profileIn(home)).not.toHaveProperty("dialect");
});

it("SBX-14 what records show is learned, and the next task and series lose nothing", async () => {
  const { clock, home, idFrom, makeEarlierSeries, swath } = await openRecorded();
  await makeEarlierSeries();
  await idFrom("search repeats");
  const task = await idFrom(`task create ${TASK} --name one --orbit-state ascending --strict`);
  const series = await idFrom(`repeat create ${SERIES} --name weekly --strict`);
  await clock.sleep(60_000);
  expect((await swath(`repeat approve ${series} --yes`)).exitCode).toBe(0);
  expect(await idFrom("search repeats --name weekly")).toBe(series);
  const again = await swath(`repeat retask ${series} --count 2 --yes --output id`);
  expect(again.exitCode).toBe(0);
  expect(again.requests.at(-1)?.url).toBe(`${URL_OF_SERVICE}/repeat-requests/${series}/retask`);
  expect((await swath(`task cancel ${task} --yes`)).exitCode).toBe(0);
  const { stdout } = await swath(`task get ${task} --json`);
  expect(JSON.parse(stdout)).toMatchObject({
    properties: {
      taskingrequestName: "one",
      collectConstraints: { ascDsc: "ascending", localTime: [[0, 86_400]] },
      statusHistory: [{ code: "canceled" }, { code: "review" }, { code: "received" }],
    },
  });
  expect(profileIn(home)).not.toHaveProperty("dialect");
});

it("SBX-14 what a recorded deployment loses of a retask is a warning with both values", async () => {
  const { idFrom, swath } = await openRecorded();
  const task = await idFrom(`task create ${TASK} --name one`);
  const retask = await swath(`task retask ${task} --name again --yes`);
  expect(retask.exitCode).toBe(0);
  expect(retask.stderr).toContain("asked retaskRequestName again, the record has one");
});

it("SBX-14 sandbox start --deployment reads a name or a file, and refuses one that it cannot imitate", async () => {
  const { dir, start, swath } = await sandboxHome();
  const unknown = await swath("sandbox start --port 0 --deployment unheard-of");
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining("unheard-of")]);
  expect(unknown.stderr).toContain("recorded");
  const write = (name: string, value: object) => writeFileSync(join(dir, name), JSON.stringify(value));
  write("dialect.json", { swathDeployment: 1, name: "bad", dialect: { ascDescKey: "up" } });
  write("settings.json", { swathDeployment: 1, name: "bad", sandbox: { unheardOf: 1, orderTtl: "soon" } });
  for (const [file, faults] of [
    ["dialect.json", /dialect\.ascDescKey "up"/],
    ["settings.json", /unheardOf.*orderTtl must/],
  ] as const) {
    const bad = await swath(`sandbox start --port 0 --deployment ${file}`);
    expect([bad.exitCode, bad.stderr]).toEqual([2, expect.stringMatching(faults)]);
  }
  write("own.json", { swathDeployment: 1, name: "own", dialect: { "auth.header": "X-Own-Key" } });
  const { url, end } = await start("sandbox start --port 0 --deployment own.json");
  expect((await swath("sandbox status --json")).stdout).toContain('"deployment": "own"');
  const key = JSON.parse((await swath("sandbox users --json")).stdout)[0].apiKey as string;
  const statusWith = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${url}/collectiontypes`, { headers })).status;
  expect(await statusWith({ authorization: `ApiKey ${key}` })).toBe(401);
  expect(await statusWith({ "x-own-key": key })).toBe(200);
  await end();
});
