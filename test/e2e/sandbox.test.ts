/** The sandbox as processes: started, found, killed, started again. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { systemClock } from "../../src/time/clock.ts";
import { listenTcp } from "../local-server.ts";
import { testFolder } from "../new-folder.ts";
import { startSwath, swath, type Ended, type Running } from "./swath.ts";

const json = (value: string): any => JSON.parse(value); // oxlint-disable-line typescript/no-explicit-any

const runningFile = (home: string): string => join(home, ".local/share/swath/sandbox/running.json");
const words = (line: string): string[] => line.split(" ");

interface Foreground extends Running {
  url: string;
  /** The member's key. */
  key: string;
}

/** `sandbox start` in the foreground, killed with the test if it still runs. */
async function start(home: string, flags = ""): Promise<Foreground> {
  const running = startSwath(words(`sandbox start --port 0 --json ${flags}`.trim()), { home });
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.ended;
  });
  const { url, users } = json(await running.until("stdout", /\n}\n$/));
  return { ...running, url, key: users[0].apiKey };
}

const post = (url: string, key: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function archiveItems({ url, key }: Foreground, limit: number): Promise<object[]> {
  const { features } = json(await (await post(`${url}/catalog/search`, key, { limit })).text());
  return features.map(({ collection, id }: { collection: string; id: string }) => ({
    collectionId: collection,
    granuleId: id,
  }));
}

describe("sandbox start", () => {
  it("SBX-06 any program can send it requests; SIGTERM and Ctrl-C end it cleanly", async () => {
    const home = await testFolder();
    for (const [signal, code] of [
      ["SIGTERM", 143],
      ["SIGINT", 130],
    ] as const) {
      const sandbox = await start(home);
      expect(await archiveItems(sandbox, 3)).toHaveLength(3);
      const refused = await post(`${sandbox.url}/catalog/search`, "real-looking-key", {});
      expect([refused.status, await refused.text()]).toEqual([
        401,
        expect.not.stringContaining("real-looking"),
      ]);
      // An endless request does not delay it: it is cut off, and gets no answer after its time.
      const half = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
      const heard = text(half).catch(() => "");
      half.write("GET /catalog HTTP/1.1\r\nx");
      await once(half, "connect");
      // Accepted after it.
      await fetch(`${sandbox.url}/_sandbox/status`);
      sandbox.child.kill(signal);
      expect((await sandbox.ended).code).toBe(code);
      expect(await heard).toBe("");
      expect(existsSync(runningFile(home))).toBe(false);
    }
  });

  it("is ready before any part of the archive is built", async () => {
    const home = await testFolder();
    // An archive of a negative size cannot be built: the first request that reads it fails, and no earlier step.
    const dir = dirname(runningFile(home));
    (await openSandbox({ dir, archiveSize: -400, clock: systemClock })).close();
    const sandbox = await start(home);
    const search = await post(`${sandbox.url}/catalog/search`, sandbox.key, {});
    expect([search.status, await search.text()]).toEqual([500, expect.stringContaining("RangeError")]);
  });

  it("SBX-10 after kill -9, a new start finds everything that was acknowledged", async () => {
    const home = await testFolder();
    const acknowledged: string[] = [];
    for (let round = 1; round <= 3; round += 1) {
      const sandbox = await start(home);
      const items = await archiveItems(sandbox, 1);
      const writers = Array.from({ length: 4 }, async () => {
        for (;;) {
          const placed = await post(`${sandbox.url}/orders`, sandbox.key, { items });
          acknowledged.push(json(await placed.text()).orderId);
          // Killed while the other writers are busy.
          if (acknowledged.length >= round * 25) sandbox.child.kill("SIGKILL");
        }
      });
      await Promise.allSettled(writers);
      expect((await sandbox.ended).signal).toBe("SIGKILL");
      expect(existsSync(runningFile(home))).toBe(true);
    }
    const { stdout } = await swath(words("sandbox status --json"), { home });
    expect(json(stdout).running).toBe(false);
    const again = await start(home);
    for (const id of acknowledged) {
      const found = await fetch(`${again.url}/orders/${id}/download`, {
        headers: { "x-api-key": again.key },
      });
      expect([id, found.status]).toEqual([id, 200]);
    }
  });

  it("another process with --sandbox uses it, its clock and its faults; a real key in its environment is not sent", async () => {
    const home = await testFolder();
    // In memory: other processes do not see it.
    const sandbox = await start(home, "--ephemeral --clock 2026-03-01T09:30:00Z");
    const env = { SWATH_API_KEY: "real-looking-key", HTTP_PROXY: "http://127.0.0.1:9" };
    const [item] = (await archiveItems(sandbox, 1)) as { collectionId: string; granuleId: string }[];
    const place = `order place --item ${item!.collectionId}/${item!.granuleId} --yes --json --sandbox`;
    const placed = await swath(words(place), { home, env });
    expect(placed.stderr).not.toContain("Error");
    expect(json(placed.stdout).orderDate).toMatch(/^2026-03-01T09:3/);
    await swath(words("sandbox clock --mode manual --advance 48h"), { home });
    const { headers } = await fetch(`${sandbox.url}/_sandbox/status`);
    expect(headers.get("date")).toMatch(/^Tue, 03 Mar 2026 09:3/);
    const faults = ["sandbox", "faults", "--add", "POST /catalog/search", "--status", "422"];
    await swath(faults, { home });
    const failed = await swath(words("catalog search --point -9.14,38.71 --sandbox"), { home });
    expect([failed.code, failed.stderr]).toEqual([8, expect.stringContaining("injected fault")]);
    const dry = await swath(words("catalog search --point -9.14,38.71 --sandbox --dry-run --json"), { home });
    expect(json(dry.stdout).url, dry.stderr).toMatch(new RegExp(`^${sandbox.url}/`));
  });

  it("SBX-10 of five simultaneous starts without a store, one runs and the others report its address", async () => {
    const home = await testFolder();
    const flags = words("sandbox start --port 0 --json");
    const rivals = Array.from({ length: 5 }, () => startSwath(flags, { home }));
    onTestFinished(async () => {
      for (const { child } of rivals) child.kill("SIGKILL");
      await Promise.all(rivals.map(({ ended }) => ended));
    });
    const losers: Ended[] = [];
    await new Promise<void>((resolve) => {
      for (const { ended } of rivals) void ended.then((loser) => losers.push(loser) === 4 && resolve());
    });
    const { pid, url } = json(await readFile(runningFile(home), "utf8"));
    for (const { code, stderr } of losers) {
      expect([code, json(stderr).error]).toEqual([7, expect.objectContaining({ code: "CONFLICT", url })]);
    }
    expect(rivals.some(({ child }) => child.pid === pid)).toBe(true);
    expect((await fetch(`${url}/_sandbox/status`)).status).toBe(200);
    expect((await swath(["sandbox", "stop"], { home })).code).toBe(0);
  });
});

describe("sandbox start --detach", () => {
  const stop = (home: string): Promise<Ended> => swath(words("sandbox stop --json"), { home });

  it("returns, and the sandbox serves other commands until it is stopped", async () => {
    const home = await testFolder();
    onTestFinished(async () => void (await stop(home)));
    const started = await swath(words("sandbox start --detach --port 0 --prefix /v1 --seed alpha --json"), {
      home,
    });
    expect(started.code).toBe(0);
    const { url, pid, log, seed } = json(started.stdout);
    expect([seed, url.endsWith("/v1")]).toEqual(["alpha", true]);
    for (const path of [log, runningFile(home)]) expect((await stat(path)).mode & 0o777).toBe(0o600);
    const second = await swath(words("sandbox start --detach --port 0"), { home });
    expect([second.code, second.stderr]).toEqual([7, expect.stringContaining(url)]);
    expect(json((await swath(words("sandbox status --json"), { home })).stdout)).toMatchObject({
      running: true,
      url,
      pid,
    });
    expect(json((await stop(home)).stdout)).toEqual({ stopped: true, url, pid });
    await expect(fetch(`${url}/_sandbox/status`)).rejects.toThrow();
    const idle = await stop(home);
    expect([idle.code, json(idle.stdout)]).toEqual([0, { stopped: false }]);
  });

  it("reports why it did not start, and leaves nothing running", async () => {
    const home = await testFolder();
    const port = await listenTcp(() => {});
    const failed = await swath(words(`sandbox start --detach --port ${port} --json`), { home });
    expect([failed.code, failed.stdout]).toEqual([7, ""]);
    expect(json(failed.stderr).error).toMatchObject({
      code: "CONFLICT",
      message: `port ${port} is taken by another program`,
      hint: "Take a free one: swath sandbox start --port 0",
    });
    expect(existsSync(runningFile(home))).toBe(false);
  });

  it("P22 does not start beside a real key", async () => {
    const home = await testFolder();
    const env = { SWATH_API_KEY: "k-3f0c-planted-secret" };
    const refused = await swath(words("sandbox start --detach --port 0"), { home, env });
    expect(refused.code).toBe(2);
    expect(refused.stdout + refused.stderr).not.toContain("planted");
    expect(existsSync(join(home, ".local"))).toBe(false);
  });
});
