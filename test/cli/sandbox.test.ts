/** `swath sandbox` through the front door: with a store on disk, and as a running service. */
import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claimRunning } from "../../src/app/sandbox/run-sandbox.ts";
import { SANDBOX_URL } from "../../src/settings/profiles.ts";
import { createSandboxSend, openSandbox } from "../../src/sandbox/sandbox.ts";
import { listenHttp, listenTcp } from "../local-server.ts";
import { expectMode } from "../this-system.ts";
import { sandboxHome } from "./sandbox-home.ts";
import { stoppedClock } from "./stopped-clock.ts";
import { runWords, testWorld } from "./world.ts";

const OVER_LISBON = "--point -9.14,38.71";
const json = (text: string): any => JSON.parse(text); // oxlint-disable-line typescript/no-explicit-any

describe("on a store on disk", () => {
  it("SBX-06 SBX-04 changes of one command to clock and orders are visible to the next", async () => {
    const { swath } = await sandboxHome();
    await swath("sandbox clock --set 2026-03-01T09:30:00Z --mode manual");
    expect(json((await swath("sandbox clock --json")).stdout)).toMatchObject({
      mode: "manual",
      now: "2026-03-01T09:30:00.000Z",
    });
    const found = json((await swath(`catalog search ${OVER_LISBON} --json --limit 1 --sandbox`)).stdout);
    const item = `${found[0].collection}/${found[0].id}`;
    const placed = await swath(`order place --item ${item} --yes --json --sandbox`);
    expect(json(placed.stdout)).toMatchObject({ orderDate: expect.stringMatching(/^2026-03-01T09:30:00/) });
    const advanced = await swath("sandbox clock --advance 3h --json");
    expect(json(advanced.stdout).now).toBe("2026-03-01T12:30:00.000Z");
    expect(json((await swath("sandbox status --json")).stdout)).toMatchObject({
      running: false,
      hasStore: true,
      orders: 1,
    });
  });

  it("SBX-08 an order in progress can be completed by hand with a stopped clock", async () => {
    const { swath } = await sandboxHome();
    await swath("sandbox clock --mode manual");
    const search = `catalog search ${OVER_LISBON} --product-type GEO --json --limit 1 --sandbox`;
    const [geo] = json((await swath(search)).stdout);
    const collect = geo.properties["vendor:collect_id"];
    // Detections are made for each order: they never exist before.
    const items = `--item ${geo.collection}/${geo.id} --generate VS=${collect}`;
    const placed = await swath(`order place ${items} --yes --json --sandbox`);
    const { orderId } = json(placed.stdout);
    expect((await swath(`order links ${orderId} --sandbox`)).exitCode).toBe(11);
    expect((await swath(`sandbox complete-order ${orderId}`)).stdout).toContain("completed");
    expect((await swath(`order links ${orderId} --sandbox`)).exitCode).toBe(0);
    const unknown = await swath("sandbox complete-order 11111111-1111-4111-8111-111111111111 --json");
    expect([unknown.exitCode, json(unknown.stderr).error.code]).toEqual([6, "ORDER_NOT_FOUND"]);
  });

  it("reading creates nothing: no store, no folder", async () => {
    const { swath, dir } = await sandboxHome();
    for (const line of [
      "status",
      "users",
      "clock",
      "set",
      "faults",
      "stop",
      "reset --yes",
      "clock --advance 1h --dry-run",
    ]) {
      expect([line, (await swath(`sandbox ${line}`)).exitCode]).toEqual([line, 0]);
    }
    expect(await readdir(dir)).toEqual([]);
  });

  it("SBX-05 lists the four users with keys that only the sandbox accepts", async () => {
    const { swath } = await sandboxHome();
    const users = json((await swath("sandbox users --json")).stdout);
    expect(users.map(({ name, organization, roles }: never) => [name, organization, roles])).toEqual([
      ["member", "A", []],
      ["manager", "A", ["organization-manager"]],
      ["outsider", "B", []],
      ["buyer", "A", ["archive-only"]],
    ]);
    for (const { name, apiKey } of users) expect(apiKey).toMatch(new RegExp(`^sbx_${name}_[0-9a-f]{32}$`));
  });

  it("resets only after a yes, and --store creates a store with another seed", async () => {
    const { swath, store } = await sandboxHome();
    await swath("sandbox set generationDelay 10m");
    expect((await swath("sandbox reset")).exitCode).toBe(12);
    const declined = await swath("sandbox reset", { stdinTTY: true, ask: async () => false });
    expect(declined.exitCode).toBe(12);
    expect((await swath("sandbox set generationDelay")).stdout).toMatch(/^generationDelay\t600\t60/);
    const agreed = await swath("sandbox reset", { stdinTTY: true, ask: async () => true });
    expect(agreed.exitCode).toBe(0);
    expect((await swath("sandbox set generationDelay")).stdout).toMatch(/^generationDelay\t60\t60/);
    const other = await swath("sandbox start --port 0 --seed alpha");
    expect([other.exitCode, other.stderr]).toEqual([
      2,
      expect.stringContaining("swath sandbox reset --store"),
    ]);
    await swath("sandbox reset --store --yes");
    expect((await readdir(store)).filter((name) => name.startsWith("sandbox.db"))).toEqual([]);
  });
});

describe("one request per command", () => {
  const cases: [line: string, method: string, path: string, body: unknown][] = [
    ["clock", "GET", "/clock", undefined],
    ["clock --advance 3h", "POST", "/clock", { advance: 10_800 }],
    ["clock --set 2026-03-01", "POST", "/clock", { now: "2026-03-01T00:00:00Z" }],
    ["clock --set +2d", "POST", "/clock", { now: "2026-03-12T11:47:00Z" }],
    ["clock --speed 60", "POST", "/clock", { speed: 60 }],
    ["clock --mode auto", "POST", "/clock", { mode: "auto" }],
    ["clock --mode real --set now", "POST", "/clock", { mode: "real", now: "2026-03-10T11:47:00Z" }],
    ["clock --mode real --advance 1m", "POST", "/clock", { mode: "real", advance: 60 }],
    ["users", "GET", "/users", undefined],
    ["set", "GET", "/settings", undefined],
    ["set tokenTtl", "GET", "/settings", undefined],
    ["set tokenTtl 90", "POST", "/settings", { tokenTtl: 90 }],
    ["set tokenTtl 1h30m", "POST", "/settings", { tokenTtl: 5400 }],
    ["set tokenTtl --default", "POST", "/settings", { tokenTtl: null }],
    ["set createdStatus 200", "POST", "/settings", { createdStatus: 200 }],
    ["set retaskInheritsPreApproval false", "POST", "/settings", { retaskInheritsPreApproval: false }],
    [
      "set unavailableProductTypes CPHD,SICD",
      "POST",
      "/settings",
      { unavailableProductTypes: ["CPHD", "SICD"] },
    ],
    ["set unavailableProductTypes ''", "POST", "/settings", { unavailableProductTypes: [] }],
    [`set priceTable '{"GEO":1}'`, "POST", "/settings", { priceTable: { GEO: 1 } }],
    ["set productSize 2GB", "POST", "/settings", { productSize: "2GB" }],
    ["set productSize --default", "POST", "/settings", { productSize: null }],
    ["set variant error-text,create-200", "POST", "/settings", { variant: "error-text,create-200" }],
    ["faults", "GET", "/faults", undefined],
    ["faults --clear", "DELETE", "/faults", undefined],
    [
      "faults --add 'POST /orders' --status 503 --count 2",
      "POST",
      "/faults",
      { route: "placeOrder", status: 503, count: 2 },
    ],
    [
      "faults --add 'get /orders/{id}/download' --latency 2s --status 429 --retry-after 7",
      "POST",
      "/faults",
      { route: "getOrderDownload", latencyMs: 2000, status: 429, retryAfter: 7 },
    ],
    [
      "faults --add asset --truncate 10 --expired",
      "POST",
      "/faults",
      { route: "asset", truncate: 10, expired: true },
    ],
    ["faults --add '*' --reset --after", "POST", "/faults", { route: "*", reset: true, when: "after" }],
    ["reset --yes", "POST", "/reset", {}],
  ];

  it("SBX-04 clock --mode real warns that it moves time back, and asks", async () => {
    const { swath } = await sandboxHome();
    await swath("sandbox clock --advance 3h");
    const asked = await swath("sandbox clock --mode real --json");
    expect([asked.exitCode, json(asked.stderr).error.code]).toEqual([12, "CONFIRMATION_REQUIRED"]);
    expect(asked.stderr).toMatch(/moves the sandbox's time back from \S+ to \S+/);
    const agreed = await swath("sandbox clock --mode real --yes --json");
    expect([agreed.exitCode, json(agreed.stdout).mode]).toEqual([0, "real"]);
    // No time to move back: no question.
    expect((await swath("sandbox clock --mode real")).exitCode).toBe(0);
  });

  it("SBX-02 STATES-15 cancels tasks and series by id", async () => {
    const { swath } = await sandboxHome();
    const create = "create --point -9.14,38.69 --tier flexible --type spotlight --output id --sandbox";
    const task = (await swath(`task ${create} --window-open +1d --window 7d`)).stdout.trim();
    const series = (await swath(`repeat ${create} --from +1d --interval 7 --count 2`)).stdout.trim();
    expect(await swath(`sandbox cancel-task ${task}`)).toMatchObject({
      exitCode: 0,
      stdout: `${task}\tcanceled\n`,
    });
    expect((await swath(`sandbox cancel-repeat ${series} --json`)).stdout).toContain('"canceled"');
    expect((await swath(`repeat get ${series} --sandbox --columns status`)).stdout).toBe("canceled\n");
    const again = await swath(`sandbox cancel-task ${task} --json`);
    expect([again.exitCode, json(again.stderr).error.code]).toEqual([7, "REQUEST_ENDED"]);
    const two = await swath(`sandbox cancel-task ${task} unknown --json`);
    expect([two.exitCode, two.stderr]).toEqual([10, expect.stringContaining("BATCH_PARTIAL")]);
    const unknown = await swath("sandbox cancel-task 11111111-1111-4111-8111-111111111111 --json");
    expect([unknown.exitCode, json(unknown.stderr).error.hint]).toEqual([
      6,
      "Look for it: swath search tasks --sandbox",
    ]);
  });

  it("SBX-02 no planted faults is reported in a sentence", async () => {
    const clock = stoppedClock();
    const sandbox = await openSandbox({ dir: ":memory:", clock });
    const { stdout, stderr } = await runWords("sandbox faults", {
      send: createSandboxSend(sandbox, SANDBOX_URL),
      clock,
    });
    expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "No faults are planted\n" });
    sandbox.close();
  });

  it.each(cases)("SBX-02 sandbox %s", async (line, method, path, body) => {
    const clock = stoppedClock();
    const sandbox = await openSandbox({ dir: ":memory:", clock });
    const send = createSandboxSend(sandbox, SANDBOX_URL);
    const { exitCode, requests, stderr } = await runWords(`sandbox ${line}`, { send, clock });
    expect([exitCode, stderr.includes("Error")]).toEqual([0, false]);
    expect(requests.map((sent) => [sent.method, sent.url, sent.body])).toEqual([
      [method, `${SANDBOX_URL}/_sandbox${path}`, body],
    ]);
    sandbox.close();
  });

  it.each([
    ["clock --speed 0", "number above 0"],
    ["clock --mode auto --speed 3", "--speed 3 goes with --mode speed"],
    ["clock --set yesterday", '--set "yesterday"'],
    ["clock --set 2026-02-30", "--set"],
    ["clock --mode maunal", "Did you mean manual?"],
    ["set generationDelya 5", "Did you mean generationDelay?"],
    ["set tokenTtl soon", 'tokenTtl "soon": must be a number of seconds'],
    ["set variant download-22", "Did you mean download-202?"],
    ["set errorStyle htlm", "Did you mean html?"],
    ["set tokenTtl 5 --default", "a value or --default"],
    ["set --default", "--default needs the name"],
    ["faults --status 503", "needs --add"],
    ["faults --add placeOrder", "the kind of failure is missing"],
    ["faults --add 'POST /order' --status 500", "Did you mean 'POST /orders'?"],
    ["faults --add placeOrder --status 200", "from 400 to 599"],
    ["faults --add placeOrder --reset --retry-after 5", "--retry-after needs a --status"],
    ["start --clock sometimes", "--clock"],
    ["start --clock x0", "number above 0"],
    [
      "start --product-size 20GB",
      `--product-size "20GB": must be tiny, real, or a size of data files from 1MB to 10GB`,
    ],
    [`set unavailableProductTypes '["CPHD"]'`, "must be a list of GEO, GEC, SLC, SICD, SIDD, CPHD, VS"],
    ["set productSize large", 'productSize "large": must be tiny, real, or a size of data files'],
    ["start --prefix v1", "must be a path such as /v1"],
    ["start --dry-run", "--dry-run has nothing to show"],
  ])("sandbox %s is refused", async (line, said) => {
    const { exitCode, stderr, stdout, requests } = await runWords(`sandbox ${line}`, {});
    expect([exitCode, stdout, requests]).toEqual([2, "", []]);
    expect(stderr).toContain(said);
  });

  it("an unreadable flag is not reported as missing as well", async () => {
    const { stderr } = await runWords("sandbox faults --add placeOrder --status 700", {});
    expect(stderr).toContain("code USAGE");
    expect(stderr).toContain('--status "700"');
    expect(stderr).toContain("from 400 to 599");
    expect(stderr).not.toContain("missing");
  });
});

describe("a running sandbox", () => {
  it("SBX-06 is found by its file, used by --sandbox with its clock, and leaves no trace after SIGTERM", async () => {
    const { swath, start, store } = await sandboxHome();
    const { url, screen, end } = await start(
      "sandbox start --port 0 --ephemeral --clock 2026-03-01T09:30:00Z",
    );
    const file = join(store, "running.json");
    expectMode(file, 0o600);
    expect(json(await readFile(file, "utf8"))).toMatchObject({
      pid: 100,
      url,
      keys: { member: expect.stringMatching(/^sbx_member_/) },
    });
    expect(screen.stdout).toContain("swath sandbox stop");
    await swath("sandbox clock --mode manual");
    const status = json((await swath("sandbox status --json")).stdout);
    expect(status).toMatchObject({
      running: true,
      url,
      pid: 100,
      store: "memory",
      clock: { mode: "manual" },
    });
    expect(status.clock.now).toMatch(/^2026-03-01T09:3/);
    const env = { HTTP_PROXY: "http://127.0.0.1:9", SWATH_API_KEY: "real-key-of-somebody" };
    const found = await swath(`catalog search ${OVER_LISBON} --json --limit 1 --sandbox`, { env });
    expect(json(found.stdout)[0].properties.datetime < "2026-03-01T09:31").toBe(true);
    expect(await end()).toBe(143);
    expect(await readdir(store)).toEqual([]);
    await expect(fetch(`${url}/_sandbox/status`)).rejects.toThrow();
  });

  it("Ctrl-C ends it with 130 even during a delayed reply", async () => {
    const { swath, start } = await sandboxHome();
    const { url, end } = await start();
    await swath("sandbox faults --add '*' --latency 10m --count 1");
    const held = fetch(`${url}/collectiontypes`).catch(() => "cut");
    // The fault is used up as soon as the request has arrived.
    while ((await (await fetch(`${url}/_sandbox/faults`)).text()).includes("latencyMs"));
    // Ten minutes would outlast this test.
    expect(await end("SIGINT")).toBe(130);
    expect(await held).toBe("cut");
  });

  it("a second start reports the running one and its address; the store of a running one is not removed", async () => {
    const { swath, start } = await sandboxHome();
    const { url } = await start();
    for (const line of [
      "sandbox start --port 0",
      "sandbox start --port 0 --detach",
      "sandbox reset --store --yes",
    ]) {
      const { exitCode, stderr, stdout } = await swath(line);
      expect([exitCode, stdout]).toEqual([7, ""]);
      expect(stderr).toContain(url);
      expect(stderr).toContain("swath sandbox stop");
    }
    expect((await fetch(`${url}/_sandbox/status`)).status).toBe(200);
  });

  it.each([
    ["linux", {}, `curl URL -H 'Authorization: ApiKey KEY' --json '{"limit": 1}'`],
    ["win32", { SHELL: "/usr/bin/bash" }, `curl URL -H 'Authorization: ApiKey KEY' --json '{"limit": 1}'`],
    ["win32", {}, String.raw`curl.exe URL -H "Authorization: ApiKey KEY" --json "{\"limit\": 1}"`],
    [
      "win32",
      { PSModulePath: "a;b;c" },
      `Invoke-RestMethod URL -Method Post -ContentType application/json -Headers @{Authorization='ApiKey KEY'} -Body '{"limit": 1}'`,
    ],
  ])("P25 DESK-25 on %s with %j, the request without swath is for its shell", async (platform, env, line) => {
    const { start } = await sandboxHome();
    const { screen, url } = await start("sandbox start --port 0 --ephemeral", {
      stdoutTTY: true,
      platform,
      env,
    });
    const key = /sbx_\w+/.exec(screen.stdout)?.[0] ?? "";
    expect(screen.stdout).toContain(
      `  ${line.replace("URL", `${url}/catalog/search`).replace("KEY", key)}\n`,
    );
  });

  it("a taken port is reported, with a next step", async () => {
    const { swath } = await sandboxHome();
    const port = await listenTcp(() => {});
    const { exitCode, stderr } = await swath(`sandbox start --port ${port}`);
    expect(exitCode).toBe(7);
    expect(stderr).toContain(`port ${port} is taken`);
    expect(stderr).toContain("swath sandbox start --port 0");
  });

  it("SBX-08 the setting variant and --prefix: errors in the words of another deployment, below /v1", async () => {
    const { start, swath } = await sandboxHome();
    const { url } = await start("sandbox start --port 0 --prefix /v1/ --json");
    expect((await swath("sandbox set variant error-text")).exitCode).toBe(0);
    expect(url).toMatch(/:\d+\/v1$/);
    const refused = await fetch(`${url}/catalog/search`, { method: "POST" });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({ error: expect.stringContaining("no credential") });
  });

  it("P22 refuses to start beside a real key, and never shows it", async () => {
    const { swath, dir } = await sandboxHome();
    const key = "k-3f0c-planted-secret-9z8y";
    const { exitCode, stdout, stderr } = await swath("sandbox start --port 0 --debug", {
      env: { SWATH_API_KEY: key },
    });
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("CONFIG_INVALID");
    expect(stderr).not.toContain(key);
    expect((await swath("sandbox start --port 0 --api-key-file key.txt")).exitCode).toBe(2);
    expect(await readdir(dir)).toEqual([]);
  });
});

describe("leftovers of a dead sandbox", () => {
  const leave = async (store: string, running: object): Promise<void> => {
    await mkdir(store, { recursive: true });
    await writeFile(join(store, "running.json"), JSON.stringify(running));
  };
  const KEYS = { member: "sbx_member_00000000000000000000000000000000" };

  it("a dead process: --sandbox uses the store, and a new start takes its place", async () => {
    const { swath, start, store } = await sandboxHome();
    await leave(store, { pid: 99, token: "a", url: "http://127.0.0.1:1", keys: KEYS });
    expect((await swath(`catalog search ${OVER_LISBON} --limit 1 --sandbox`)).exitCode).toBe(0);
    const { url } = await start();
    expect(json((await swath("sandbox status --json")).stdout)).toMatchObject({ running: true, url });
  });

  it("an id that now belongs to another process is neither trusted nor ended", async () => {
    const { swath, store, terminated } = await sandboxHome();
    const { url: strange } = await listenHttp((_request, response) => response.end('{"pid": 5}'));
    for (const url of [strange, "http://127.0.0.1:1", "http://sar.example"]) {
      await leave(store, { pid: 4242, token: "a", url, keys: KEYS });
      const stopped = await swath("sandbox stop --json", {}, { isAlive: () => true });
      expect([url, json(stopped.stdout)]).toEqual([url, { stopped: false }]);
    }
    expect(terminated).toEqual([]);
  });

  it("only one of many simultaneous starts takes its place", async () => {
    const { dir, start, store } = await sandboxHome();
    const { url, end } = await start("sandbox start --port 0 --ephemeral");
    await leave(store, { pid: 99, token: "a", url: "http://127.0.0.1:1", keys: KEYS });
    const place = { data: join(dir, ".local", "share", "swath") };
    const { world } = testWorld({ argv: [], home: dir });
    const starts = Array.from({ length: 8 }, (_, index) =>
      claimRunning(
        place,
        { pid: 100, token: "b", url, keys: KEYS },
        {
          machine: { ...world, uuid: () => `claim-${index}` },
          clock: world.clock,
        },
      ),
    );
    const outcomes = await Promise.allSettled(starts);
    const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(lost).toHaveLength(7);
    for (const reason of lost) expect(reason).toMatchObject({ code: "CONFLICT", data: { url } });
    expect(await readdir(store)).toEqual(["running.json"]);
    await end();
  });

  it("P21 a sandbox that ends leaves the file of another one with its process id, as in two containers", async () => {
    const { start, store } = await sandboxHome();
    const { end } = await start("sandbox start --port 0 --ephemeral");
    const file = join(store, "running.json");
    const other = JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), token: "other" });
    await writeFile(file, other);
    await end();
    expect(await readFile(file, "utf8")).toBe(other);
  });

  it("a damaged file is not a running sandbox", async () => {
    const { swath, store } = await sandboxHome();
    await mkdir(store, { recursive: true });
    await writeFile(join(store, "running.json"), '{"pid": 100, "ur');
    expect(json((await swath("sandbox status --json")).stdout).running).toBe(false);
  });

  it.each([
    ["a system that does not start it", { notStarted: "ENOEXEC" }, "", "could not be started (ENOEXEC)"],
    ["a program that ends at once", { exitCode: 126 }, "", "ended with exit code 126"],
    [
      "a process without memory, with the last line of its log",
      { killedBy: "SIGABRT" },
      "Warning: earlier\nFATAL ERROR: heap out of memory\n\n",
      "was ended by SIGABRT: FATAL ERROR: heap out of memory",
    ],
  ])("DESK-32 P25 a start in the background that fails says why: %s", async (_, end, logged, reason) => {
    const { swath } = await sandboxHome();
    const processes = {
      launch: async (_words: readonly string[], log: string) => {
        await appendFile(log, logged);
        return { pid: "notStarted" in end ? undefined : 4242, ended: Promise.resolve(end) };
      },
      terminate: () => {},
    };
    const { exitCode, stderr } = await swath("sandbox start --detach --json", {}, { processes });
    expect(exitCode).toBe(14);
    const { error } = json(stderr) as { error: { code: string; message: string } };
    expect(error.code).toBe("SANDBOX_NOT_STARTED");
    expect(error.message).toContain(reason);
  });

  it("DESK-32 P25 a background process whose address another program serves is ended, and the start fails", async () => {
    const { swath, store } = await sandboxHome();
    const { url } = await listenHttp((_request, response) => response.end('{"pid": 1}'));
    const end = Promise.withResolvers<{ killedBy: string }>();
    const processes = {
      launch: async () => {
        await leave(store, { pid: 4242, token: "a", url, keys: KEYS });
        return { pid: 4242, ended: end.promise };
      },
      terminate: (pid: number) => end.resolve({ killedBy: `the signal to ${pid}` }),
    };
    const { stderr } = await swath("sandbox start --detach --json", {}, { processes, isAlive: () => true });
    const { error } = JSON.parse(stderr) as { error: { code: string; message: string } };
    expect(error.code).toBe("SANDBOX_NOT_STARTED");
    expect(error.message).toContain("was ended by the signal to 4242");
  });

  it("DESK-32 P25 stop closes the store and removes the file of the sandbox, without a signal", async () => {
    const { swath, start, store, terminated } = await sandboxHome();
    const { url, exited } = await start();
    await swath("sandbox clock --advance 1h");
    const stopped = await swath("sandbox stop --json");
    expect(json(stopped.stdout)).toEqual({ stopped: true, url, pid: 100 });
    expect(terminated).toEqual([]);
    expect(await exited).toBe(143);
    expect(await readdir(store)).toEqual(["sandbox.db"]);
  });

  it("only its token stops a sandbox", async () => {
    const { swath, start } = await sandboxHome();
    const { url } = await start();
    for (const token of ["", "other"]) {
      const headers = { "sandbox-token": token };
      expect((await fetch(`${url}/_sandbox/stop`, { method: "POST", headers })).status).toBe(403);
    }
    expect(json((await swath("sandbox status --json")).stdout)).toMatchObject({ running: true, url });
  });

  it("a sandbox that does not know how to stop gets a signal", async () => {
    const { swath, store } = await sandboxHome();
    const { url } = await listenHttp((request, response) => {
      response.statusCode = request.method === "GET" ? 200 : 404;
      response.end('{"pid": 4242}');
    });
    await leave(store, { pid: 4242, token: "a", url, keys: KEYS });
    const terminated: number[] = [];
    const machine = {
      isAlive: () => terminated.length === 0,
      processes: {
        launch: () => Promise.reject(new Error("not here")),
        terminate: (pid: number) => void terminated.push(pid),
      },
    };
    const stopped = await swath("sandbox stop --json", {}, machine);
    expect(json(stopped.stdout)).toEqual({ stopped: true, url, pid: 4242 });
    expect(terminated).toEqual([4242]);
  });

  it("the errors of the background process are printed: code, message, hint", async () => {
    const { swath } = await sandboxHome();
    const launched: (readonly string[])[] = [];
    const processes = {
      launch: async (words: readonly string[], log: string) => {
        launched.push(words);
        await appendFile(log, "Warning: SWATH_X is not a setting\n");
        const error = { code: "CONFLICT", message: "port 7717 is taken", source: "local", hint: "--port 0" };
        await appendFile(log, `${JSON.stringify({ error })}\n`);
        return { pid: 4242, ended: Promise.resolve({ exitCode: 7 }) };
      },
      terminate: () => {},
    };
    const flags = "--seed 'a b' --clock=-2d --ephemeral";
    const { exitCode, stderr } = await swath(`sandbox start --detach ${flags}`, {}, { processes });
    expect(launched).toEqual([["sandbox", "start", "--json", "--seed=a b", "--clock=-2d", "--ephemeral"]]);
    expect(exitCode).toBe(7);
    expect(stderr).toContain("port 7717 is taken");
  });
});
