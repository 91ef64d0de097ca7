/** `task list` and `task types`: requests, remembered values, output. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { BASE_URL, tempHome } from "./world.ts";

const { swath, control, clock, member } = await openBench({ archiveSize: 100 });

const ids: string[] = [];
for (const name of ["tagus", "etna", "suez"]) {
  const line = `task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight --name ${name}`;
  ids.push((await swath(`${line} --output id`)).stdout.trim());
  clock.ms += 60_000;
}
const newestFirst = ids.toReversed();

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await control("POST", "/settings", { pagedMethod: null, searchEnvelope: null, collectionTypesShape: null });
});

/** Stores the profile of this service, which then keeps what its runs learn. */
async function storeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, ".config", "swath"), { recursive: true });
  const profiles = { default: { baseUrl: BASE_URL } };
  await writeFile(join(folder, ".config", "swath", "config.json"), JSON.stringify({ profiles }));
}

const sent = (requests: readonly { method: string; path: string; body?: unknown }[]) =>
  requests.map(({ method, path, body }) => [method, path, body]);

describe("lists of requests as GeoJSON", () => {
  it("each feature has the id of its request", async () => {
    const series =
      "repeat create --point 14.43,40.82 --from +1d --interval 7 --count 2 --tier routine --type spotlight";
    const id = (await swath(`${series} --output id`)).stdout.trim();
    const idsIn = async (line: string): Promise<unknown[]> => {
      const { stdout } = await swath(`${line} --output geojson`, { home });
      return (JSON.parse(stdout) as { features: { id: unknown }[] }).features.map((feature) => feature.id);
    };
    expect(await idsIn("task list")).toEqual(newestFirst);
    expect(new Set(await idsIn("search tasks"))).toEqual(new Set(ids));
    expect(await idsIn("search repeats")).toEqual([id]);
  });
});

describe("task list", () => {
  it.each([
    ["BULK-01 without flags neither query nor body is sent", "", "GET", "/tasks/paged", undefined],
    [
      "BULK-02 every parameter",
      `--limit 2 --page 1 --org ${member.organizationId}`,
      "GET",
      `/tasks/paged?page=1&organizationId=${member.organizationId}&limit=2`,
      undefined,
    ],
    [
      "BULK-02 a page size is the limit of a page",
      "--limit 5 --page-size 2 --page 2",
      "GET",
      "/tasks/paged?page=2&limit=2",
      undefined,
    ],
    ["BULK-02 everything in the largest pages", "--all", "GET", "/tasks/paged?limit=500", undefined],
    ["BULK-04 BULK-05 POST has no body", "--method post", "POST", "/tasks/paged", undefined],
    ["BULK-05 unless one is given", `--method post --data '{"a":1}'`, "POST", "/tasks/paged", { a: 1 }],
    ["BULK-05 a body means POST", `--data '{"a":1}'`, "POST", "/tasks/paged", { a: 1 }],
  ])("%s", async (_title, words, method, path, body) => {
    const { requests, exitCode, stderr } = await swath(`task list ${words}`, { home });
    expect(sent(requests), stderr).toEqual([[method, path, body]]);
    expect(exitCode).toBe(0);
  });

  it("BULK-03 the service's order is kept; --reverse reverses it locally", async () => {
    const plain = await swath("task list --output id", { home });
    expect(plain.stdout.trim().split("\n")).toEqual(newestFirst);
    const reversed = await swath("task list --reverse --output id", { home });
    expect(reversed.stdout.trim().split("\n")).toEqual(ids);
    expect(reversed.requests[0]?.path).toBe("/tasks/paged");
  });

  it("BULK-02 pages are selected in the query string, and the omission is reported", async () => {
    const all = await swath("task list --limit 3 --page-size 1 --output id", { home });
    expect(all.stdout.trim().split("\n")).toEqual(newestFirst);
    expect(all.requests.map(({ path }) => path)).toEqual([
      "/tasks/paged?limit=1",
      "/tasks/paged?page=2&limit=1",
      "/tasks/paged?page=3&limit=1",
    ]);
    const one = await swath("task list --page-size 2 --output id", { home });
    expect(one.stderr).toBe("page 1 of 2: showing 2 (--page 2 for the next)\n");
  });

  it("BULK-04 a refused GET becomes POST once, which the profile remembers", async () => {
    await control("POST", "/settings", { pagedMethod: "post" });
    await storeProfile(home);
    const first = await swath("task list --all --page-size 1 --output id", { home });
    expect(first.stdout.trim().split("\n")).toEqual(newestFirst);
    expect(first.requests.map(({ method }) => method)).toEqual(["GET", "POST", "POST", "POST"]);
    expect(first.stderr).toBe(
      "Learned from the service's responses: paged.method post; stored in profile default\n",
    );
    const second = await swath("task list --output id", { home });
    expect(second.requests.map(({ method }) => method)).toEqual(["POST"]);
    expect(second.stderr).toBe("");
    const key = await swath("config get dialect.paged.method", { home });
    expect(key.stdout).toContain("post");
    await control("POST", "/settings", { pagedMethod: "get" });
    const back = await swath("task list --output id", { home });
    expect(back.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
    expect(back.stderr).toBe(
      "Learned from the service's responses: paged.method get; stored in profile default\n",
    );
  });

  it.each([
    ["no folder of settings", async () => writeFile(join(home, ".config"), "a file where a folder belongs")],
    [
      "a folder in place of the lock",
      async () => {
        await storeProfile(home);
        await mkdir(join(home, ".config", "swath", "write.lock", "full"), { recursive: true });
      },
    ],
  ])("BULK-04 GEN-19 without a profile to write a run learns for itself: %s", async (_name, prepare) => {
    await control("POST", "/settings", { pagedMethod: "post" });
    await prepare();
    const run = await swath("task list --all --page-size 1 --output id", { home });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout.trim().split("\n")).toEqual(newestFirst);
    expect(run.requests.map(({ method }) => method)).toEqual(["GET", "POST", "POST", "POST"]);
  });

  it("BULK-04 a configured method is the only one used", async () => {
    await control("POST", "/settings", { pagedMethod: "post" });
    const run = await swath("task list --method get", { home });
    expect(run).toMatchObject({ exitCode: 8, stdout: "" });
    expect(run.requests).toHaveLength(1);
    expect(run.stderr).toContain("code METHOD_NOT_ALLOWED, exit 8");
  });

  it.each(["results", "array", "items", "features"])("BULK-05 an envelope of %s", async (searchEnvelope) => {
    await control("POST", "/settings", { searchEnvelope });
    const { stdout, exitCode } = await swath("task list --all --output id", { home });
    expect(stdout.trim().split("\n")).toEqual(newestFirst);
    expect(exitCode).toBe(0);
  });

  it("BULK-06 the tasks of another organization are not ours: exit 5", async () => {
    const run = await swath("task list --org somebody-else", { home });
    expect(run.exitCode).toBe(5);
    expect(run.stderr).toContain("code NOT_AUTHORIZED, exit 5");
  });

  it.each([
    ["BULK-02 a page too large", "--page-size 501", 3, "PAGE_LIMIT_EXCEEDED"],
    ["BULK-02 page 0", "--page 0", 2, "USAGE"],
    ["BULK-04 an unknown method", "--method put", 2, "USAGE"],
    ["BULK-05 a body with GET", "--method get --data {}", 2, "USAGE"],
    ["--limit and --all", "--limit 5 --all", 2, "USAGE"],
  ])("%s is refused", async (_title, words, exitCode, code) => {
    const run = await swath(`task list ${words}`, { home });
    expect(run).toMatchObject({ exitCode, requests: [], stdout: "" });
    expect(run.stderr).toContain(`code ${code}`);
  });
});

describe("task types", () => {
  it("TASK-58 names and plain properties", async () => {
    const screen = await swath("task types", { home, stdoutTTY: true, columns: 100 });
    expect(screen.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /collectiontypes"]);
    expect(screen.stdout.split("\n").slice(0, 3).join("\n")).toMatchInlineSnapshot(`
      "[1mNAME[22m                   [1mcollectMode[22m      [1mnumLooks[22m  [1mresolutionRange[22m  [1mresolutionAzimu…[22m  [1msceneWidthKm[22m +1
      spotlight              spotlight        9         0.3              0.5               5
      spotlight_ultra        spotlight        9         0.25             0.25              5"
    `);
  });

  it("TASK-58 has every property in csv, tsv and a pipe", async () => {
    const named = ["name", "collectMode", "numLooks", "resolutionRange", "resolutionAzimuth"];
    const { stdout: csv } = await swath("task types --output csv", { home });
    expect(csv.split("\n")[0]!.split(",")).toEqual(expect.arrayContaining(named));
    expect((await swath("task types --output tsv", { home })).stdout).toBe(csv.replaceAll(",", "\t"));
    expect((await swath("task types", { home })).stdout).toBe(
      csv.slice(csv.indexOf("\n") + 1).replaceAll(",", "\t"),
    );
  });

  it.each(["array", "names", "results", "keyed"])("TASK-58 a reply of %s", async (collectionTypesShape) => {
    await control("POST", "/settings", { collectionTypesShape });
    const { stdout, exitCode } = await swath("task types --output id", { home });
    expect(exitCode).toBe(0);
    expect(stdout.split("\n")).toEqual(expect.arrayContaining(["spotlight", "stripmap_100"]));
  });

  it("TASK-58 is requested once in 24 hours, or with --refresh", async () => {
    const names = (await swath("task types --output id", { home })).stdout;
    clock.ms += 23 * 3_600_000;
    const kept = await swath("task types --output id", { home });
    expect(kept).toMatchObject({ requests: [], stdout: names });
    expect(kept.stderr).toBe("The service listed these types 23h ago (--refresh asks again)\n");
    expect((await swath("task types --refresh --output id", { home })).requests).toHaveLength(1);
    clock.ms += 25 * 3_600_000;
    expect((await swath("task types --output id", { home })).requests).toHaveLength(1);
  });

  it("TASK-58 the list of another service does not count, nor an unreadable one", async () => {
    await swath("task types", { home });
    const file = join(home, ".cache", "swath", "types", "default.json");
    const kept = JSON.parse(await readFile(file, "utf8")) as object;
    await writeFile(file, JSON.stringify({ ...kept, service: "https://elsewhere.example" }));
    expect((await swath("task types", { home })).requests).toHaveLength(1);
    await writeFile(file, "{");
    expect((await swath("task types", { home })).requests).toHaveLength(1);
  });

  it("a cache folder that cannot be created, or is switched off, stops nothing", async () => {
    await swath("task types", { home, env: { SWATH_NO_ID_CACHE: "1" } });
    expect((await swath("task types", { home })).requests).toHaveLength(1);
    const other = await tempHome();
    await mkdir(other, { recursive: true });
    await writeFile(join(other, ".cache"), "a file");
    expect(await swath("task types --output id", { home: other })).toMatchObject({ exitCode: 0, stderr: "" });
  });
});

describe("--columns price without --price", () => {
  it.each(["task list", "search tasks", "search repeats"])("%s is refused", async (words) => {
    const series = `repeat create --point 14.43,40.82 --from +1d --interval 7 --count 3 --tier routine --type spotlight --resend --yes`;
    const made = await swath(series, { home });
    expect(made.exitCode, made.stderr).toBe(0);
    // The estimate takes a moment.
    clock.ms += 60_000;
    for (const columns of ["id,price", "id,Price", "id,commitment.amount"]) {
      const named = await swath(`${words} --columns ${columns} --output csv`, { home });
      expect(named.exitCode, named.stderr).toBe(0);
      expect(named.stdout).toBe(
        (await swath(`${words} --columns ${columns} --output csv --price`, { home })).stdout,
      );
      const rows = named.stdout.trim().split(/\r?\n/).slice(1);
      expect(rows.length).toBeGreaterThan(0);
      // A series may have no commitment, but it has a price.
      if (columns !== "id,commitment.amount" || words.includes("task"))
        for (const row of rows) expect(row).not.toMatch(/,$/);
    }
  });
});
