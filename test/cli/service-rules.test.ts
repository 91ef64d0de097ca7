/** Rules of the interface that the help explains, the sandbox applies, and no command breaks. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf, runScripted, task } from "./scripted-service.ts";

const bench = await openBench();
const { swath } = bench;
const CREATE =
  "task create --point 14.9934,37.751 --window-open +1h --window 6d --tier standard --type spotlight";
type Members = Record<string, unknown>;

const helpOf = async (command: string): Promise<string> =>
  (await swath(`${command} --help-all`)).stdout.replaceAll(/\s+/g, " ");
const idOf = async (line: string): Promise<string> => (await swath(`${line} --output id`)).stdout.trim();
const json = async (line: string, env: Record<string, string> = {}): Promise<unknown> => {
  const { exitCode, stdout, stderr } = await swath(`${line} --json`, { env });
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
};

describe("help explains", () => {
  it("TASK-26 TASK-52 TASK-60 the effects of holdback, squint angles and tiers", async () => {
    const help = await helpOf("task create");
    expect(help).toContain("time until the collect enters the public archive");
    expect(help).toContain("angles greater than 0, 15 and 30");
    expect(help).toContain("urgent, priority, standard in this order; flexible may move");
  });

  it("TASK-56 LIMITS-06 LIMITS-13 that spotlight types squint by themselves, without a field for it", async () => {
    expect(await helpOf("task create")).toContain("squint by +/-30 degrees by themselves");
    const { requests } = await swath(`${CREATE} --type spotlight`);
    expect(requests[0]?.body).not.toHaveProperty("properties.collectConstraints");
  });

  it("SEARCH-T-10 SEARCH-T-11 whose tasks a search shows", async () => {
    const help = await helpOf("search tasks");
    expect(help).toMatch(
      /your own tasks, or with a role such as organization-manager those of your organization/,
    );
  });

  it("RETASK-R-09 end triggers by name, never by number, since the interface has two numberings", async () => {
    for (const command of ["repeat create", "repeat retask"])
      expect(await helpOf(command)).not.toMatch(/trigger \d/i);
  });

  it("STATES-15 a cancellation of both nouns; api sends any request", async () => {
    for (const noun of ["task", "repeat"]) expect(await helpOf(noun)).toMatch(/\bcancel /);
    const run = await runScripted(
      ["api", "PATCH", "/task/t-1/status", "--data", '{"status":"canceled"}', "--yes"],
      {
        "PATCH /task/t-1/status": [{ body: {} }],
      },
    );
    expect([run.exitCode, run.requests[0]?.body]).toEqual([0, { status: "canceled" }]);
  });
});

describe("the service", () => {
  it("TASK-22 offers the types of the interface", async () => {
    const names = ((await json("task types")) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["spotlight", "spotlight_wide", "stripmap_100"]));
  });

  it("TASK-61 TASK-62 RETASK-T-12 one id for get, price, approval and retask", async () => {
    const id = await idOf(CREATE);
    const shown = await swath(`task get ${id}`, { stdoutTTY: true, stderrTTY: true });
    expect(shown.stdout).toMatch(/Status:\S* +.*review/);
    expect((await json(`task cost ${id} --wait`)) as Members).toMatchObject({
      id,
      transactionStatus: "pending-customer-approval",
    });
    expect((await json(`task retask ${id}`)) as Members).toHaveProperty("properties.taskingrequestId");
    expect((await json(`task approve ${id} --yes`)) as Members).toMatchObject([{ id, outcome: "approved" }]);
  });

  it("APPROVE-13 SEARCH-R-14 checks permissions: strangers find nothing, managers all of their organization's", async () => {
    const id = await idOf(CREATE);
    const series = await idOf(
      "repeat create --point 14.9934,37.751 --from +1h --interval 2 --count 2 --tier routine --type spotlight",
    );
    const stranger = { SWATH_API_KEY: bench.outsider.apiKey };
    const manager = { SWATH_API_KEY: bench.manager.apiKey };
    for (const line of [`task approve ${id} --yes --no-check --json`, `repeat get ${series} --json`]) {
      const refused = await swath(line, { env: stranger });
      expect([refused.exitCode, errorOf(refused).code]).toEqual([6, "NOT_FOUND"]);
    }
    const ids = async (env: Record<string, string>): Promise<unknown[]> =>
      ((await json("search repeats", env)) as { properties: Members }[]).map(
        ({ properties }) => properties["repeatrequestId"],
      );
    expect(await ids(stranger)).toEqual([]);
    expect(await ids(manager)).toContain(series);
    expect((await json(`task cost ${id} --wait`, manager)) as Members).toMatchObject({ estimate: "ready" });
    expect((await json(`task approve ${id} --yes`, manager)) as Members).toMatchObject([
      { outcome: "approved" },
    ]);
  });

  it("GEN-10 SEARCH-R-15 SEARCH-R-17 finds tasks and series with all properties of their records", async () => {
    const [found] = (await json("search tasks --limit 1")) as { properties: Members }[];
    const record = (await json(`task get ${String(found?.properties["taskingrequestId"])}`)) as {
      properties: Members;
    };
    expect(Object.keys(found?.properties ?? {}).sort()).toEqual(
      expect.arrayContaining(
        Object.keys(record.properties)
          .filter((name) => name !== "order")
          .sort(),
      ),
    );
    for (const name of [
      "taskingrequestName",
      "repeatrequestId",
      "windowDuration",
      "submissionTime",
      "lastStatusCode",
    ])
      expect(found?.properties).toHaveProperty(name);
    const own = { results: [task("t-1", "review", { moonPhase: "full" })], currentPage: 1, totalPages: 1 };
    const kept = await runScripted("search tasks --json", { "POST /tasks/search": [{ body: own }] });
    expect(kept.stdout).toContain("moonPhase");
  });

  it("SEARCH-R-04 LIMITS-02 numbers pages from 1, and returns their count", async () => {
    const reply = (await json(`api POST /repeat-requests/search --data '{"limit":1}'`)) as Members;
    expect(reply).toMatchObject({
      currentPage: 1,
      totalPages: expect.any(Number) as unknown,
      results: expect.any(Array) as unknown,
    });
  });

  it("ERRORS-11 a search that succeeds with a status other than 200 is a success", async () => {
    const body = { results: [task("t-1", "review")], currentPage: 1, totalPages: 1 };
    const run = await runScripted("search tasks --output id", {
      "POST /tasks/search": [{ status: 203, body }],
    });
    expect([run.exitCode, run.stdout]).toEqual([0, "t-1\n"]);
  });

  it("ERRORS-04 refuses the retask of a polygon", async () => {
    const ring = "'POLYGON((14.9 37.7,15.1 37.7,15.1 37.8,14.9 37.7))'";
    const id = await idOf(
      `task create --file ${ring} --window-open +1h --window 6d --tier standard --type stripmap_100`,
    );
    for (const more of ["", "--no-check --yes"]) {
      const refused = await swath(`task retask ${id} ${more} --json`);
      expect(errorOf(refused).code).toBe("RETASK_POLYGON");
    }
  });

  it("LIMITS-08 refuses angles outside 5 to 50 in a collect's retask, as the client does", async () => {
    const [item] = (await json("catalog search --product-type GEO --limit 1")) as { properties: Members }[];
    const line = `collect retask ${String(item?.properties["vendor:collect_id"])} --off-nadir-min 4 --json`;
    const here = await swath(line);
    expect([here.exitCode, errorOf(here).code, here.requests.length]).toEqual([
      3,
      "RETASK_LOOK_ANGLE_RANGE",
      0,
    ]);
    const there = await swath(`${line} --no-validate`);
    expect([there.exitCode, errorOf(there).code]).toEqual([8, "RETASK_LOOK_ANGLE_RANGE"]);
  });

  it("LIMITS-03 returns ten items by default", async () => {
    const reply = (await json(`api POST /catalog/search --data '{}'`)) as { features: unknown[] };
    expect(reply.features).toHaveLength(10);
  });

  it("LIMITS-15 gets no version in a request; swath version prints its own", async () => {
    const { requests } = await swath("task types --refresh");
    const { headers, url } = requests[0]!;
    expect(headers["user-agent"]).toMatch(/^swath\/\d+\.\d+\.\d+/);
    expect(Object.keys(headers).filter((name) => name.includes("version"))).toEqual([]);
    expect(url).toBe("https://sar.example/v1/collectiontypes");
  });

  it("ORG-08 AUTH-10 returns the organization to managers, and a refusal to others", async () => {
    const { properties } = (await json(CREATE)) as { properties: Members };
    const org = String(properties["organizationId"]);
    const line = `org set-defaults ${org} --required GEO --optional GEC,SLC --yes`;
    const member = await swath(`${line} --json`);
    expect([member.exitCode, errorOf(member).code]).toEqual([5, "ORG_MANAGER_REQUIRED"]);
    const reply = (await json(line, { SWATH_API_KEY: bench.manager.apiKey })) as Members;
    expect(JSON.stringify(reply)).toContain(org);
  });

  it("TASK-57 items give the squint of their collect", async () => {
    const items = (await json("catalog search --limit 50")) as { properties: Members }[];
    const angles = new Set(items.map(({ properties }) => properties["vendor:squint_angle"]));
    expect([...angles].every((angle) => typeof angle === "number")).toBe(true);
    const shown = await swath("catalog search --limit 1 --query '[0].properties.\"vendor:squint_angle\"'");
    expect(shown.stdout).toMatch(/^-?\d+(\.\d+)?\n$/);
  });

  it("RETASK-R-13 lets a framed series find its own framing when it is retasked", async () => {
    const line =
      "repeat create --point 14.9934,37.751 --from +1h --interval 2 --count 2 --tier routine --type spotlight " +
      "--maintain-framing --look-angle-tolerance 4 --azimuth-tolerance 10";
    const fly = async (id: string): Promise<number[]> => {
      await swath(`repeat approve ${id} --yes`);
      bench.clock.ms += 30 * 86_400_000;
      const tasks = (await json(`search tasks --repeat-id ${id}`)) as {
        properties: { statusHistory: { message: string }[] };
      }[];
      const reported = tasks.flatMap(({ properties }) =>
        properties.statusHistory.map(({ message }) => message),
      );
      return reported.flatMap((message) => /look angle ([\d.]+)/.exec(message)?.[1] ?? []).map(Number);
    };
    const spread = (angles: number[]): number => Math.max(...angles) - Math.min(...angles);
    const first = await idOf(line);
    const seen = await fly(first);
    const again = await swath(`repeat retask ${first} --from +7h --json`);
    expect(again.stderr).toContain(
      "geometrically similar to one another, not to those of the original series",
    );
    const { properties } = JSON.parse(again.stdout) as { properties: Members };
    const seenAgain = await fly(String(properties["repeatrequestId"]));
    expect([seen.length >= 2, seenAgain.length >= 2]).toEqual([true, true]);
    expect([spread(seen) <= 4, spread(seenAgain) <= 4]).toEqual([true, true]);
    expect(spread([...seen, ...seenAgain])).toBeGreaterThan(4);
  });
});
