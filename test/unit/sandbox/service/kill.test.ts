import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedAccounts } from "../../../../src/sandbox/accounts.ts";
import { openSandbox } from "../../../../src/sandbox/sandbox.ts";
import { DEFAULT_SEED } from "../../../../src/sandbox/store/open-store.ts";
import { systemClock } from "../../../../src/time/clock.ts";

let dir = "";
let program = "";

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sandbox-kill-"));
  program = join(dir, "serve.mjs");
  const libsql = createRequire(import.meta.url).resolve("libsql");
  await build({
    input: join(import.meta.dirname, "serve-child.ts"),
    platform: "node",
    logLevel: "silent",
    // The bundle is outside the repository, where no bare name leads to the driver.
    plugins: [
      { name: "driver", resolveId: (id) => (id === "libsql" ? { id: libsql, external: true } : null) },
    ],
    output: { file: program, format: "esm", codeSplitting: false },
  });
});
afterAll(() => rm(dir, { recursive: true }));

async function start(store: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program, store], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, url: line.toString().trim() };
}

it("SBX-10 an acknowledged write survives any kill -9", async () => {
  const store = join(dir, "store");
  const [member] = seedAccounts(DEFAULT_SEED);
  const headers = { authorization: `ApiKey ${member!.apiKey}`, "content-type": "application/json" };
  const acknowledged: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const { child, url } = await start(store);
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const found = (await (
      await post("/catalog/search", { query: { "sar:product_type": { eq: "GEO" } } })
    ).json()) as {
      features: { collection: string; id: string }[];
    };
    const items = found.features.map(({ collection, id }) => ({ collectionId: collection, granuleId: id }));
    const writers = Array.from({ length: 4 }, async () => {
      for (;;) {
        const placed = await post("/orders", { items });
        acknowledged.push(((await placed.json()) as { orderId: string }).orderId);
        // Killed while the other writers are busy.
        if (acknowledged.length >= (round + 1) * 25) child.kill("SIGKILL");
      }
    });
    const ended = once(child, "exit");
    await Promise.allSettled(writers);
    expect((await ended)[1]).toBe("SIGKILL");
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(100);

  const sandbox = await openSandbox({ dir: store, clock: systemClock });
  for (const id of acknowledged) {
    const { status } = await sandbox.handle({ method: "GET", path: `/orders/${id}/download`, headers });
    expect([id, status]).toEqual([id, 200]);
  }
  sandbox.close();
});
