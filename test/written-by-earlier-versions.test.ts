/**
 * Folders of earlier versions, read by this one through the front door: journal, batches, parts, manifests, settings, keys, a
 * mirror and the sandbox's store. `test/fixtures/make-written.mjs` made them. The sandbox's pictures have changed since: if a
 * folder has bytes, lengths and digests of them, today's replace them, in the form that the earlier version wrote.
 */
import { chmod, cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { run } from "../src/program.ts";
import { sandboxSend } from "../src/sandbox/memory-send.ts";
import { openSandbox } from "../src/sandbox/sandbox.ts";
import { sandboxClock, stoppedClock } from "./cli/stopped-clock.ts";
import { words } from "./cli/split-line.ts";
import { runWords, tempHome, testWorld, type Surroundings } from "./cli/world.ts";
import { sha256 } from "./sha256.ts";

interface Made {
  at: string;
  baseUrl: string;
  order: string;
  big: string;
  batch: string;
  items: Record<"confirmed" | "refused" | "unknown" | "sending" | "prepared", string>;
}

const FIXTURES = join(import.meta.dirname, "fixtures");
const versions = (await readdir(FIXTURES)).filter((name) => name.startsWith("written-by-"));

/** A machine on which the earlier version has just ended, and its service. */
async function machineOf(version: string) {
  const made = JSON.parse(await readFile(join(FIXTURES, version, "made.json"), "utf8")) as Made;
  const home = await tempHome();
  await cp(join(FIXTURES, version), home, { recursive: true });
  await chmod(join(home, "config/swath/credentials.json"), 0o600);
  const env = {
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_STATE_HOME: join(home, "state"),
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_DATA_HOME: join(home, "data"),
  };
  const clock = stoppedClock(Date.parse(made.at));
  const store = join(home, "data/swath/sandbox");
  const sandbox = await openSandbox({ dir: store, clock: sandboxClock(clock) });
  onTestFinished(async () => {
    sandbox.close();
    await rm(home, { recursive: true, force: true });
  });
  const toSandbox = sandboxSend(sandbox, made.baseUrl);
  const useProducts = async (productSize: string | null): Promise<void> => {
    const url = `${made.baseUrl}/_sandbox/settings`;
    const headers = { "content-type": "application/json" };
    await toSandbox({ method: "POST", url, headers, body: JSON.stringify({ productSize }) });
  };
  // All but one of the files were fetched before the sandbox was set to make large ones.
  await useProducts(null);
  const given = { env, clock, home };
  const headers = { authorization: `ApiKey ${sandbox.users[0]?.apiKey}` };
  const pictureOf = async (order: string, asset: string): Promise<Picture> => {
    const items = await toSandbox({
      method: "GET",
      url: `${made.baseUrl}/orders/${order}/download`,
      headers,
    });
    const [item] = JSON.parse((await buffer(items.body)).toString()) as {
      assets: Record<string, { href: string }>;
    }[];
    const found = await toSandbox({ method: "GET", url: item!.assets[asset]!.href, headers: {} });
    return { bytes: await buffer(found.body), etag: String(found.headers["etag"]) };
  };
  return {
    made,
    pictureOf,
    home,
    sandbox,
    useProducts,
    swath: (line: string, more: Surroundings = {}) =>
      runWords(line, { ...given, send: (request) => clock.during(toSandbox(request)), ...more }),
    /** Without a network: its own store on disk is the service, and no time limit overtakes it. */
    alone: async (line: string) => {
      const standing = { now: () => clock.ms, sleep: () => new Promise<never>(() => undefined) };
      const { world, screen } = testWorld({ ...given, clock: standing, argv: words(line) });
      return { exitCode: await run(world), ...screen };
    },
  };
}

/** The single file below a folder whose name ends like this. */
async function fileBelow(folder: string, ending: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const [name, ...more] = names.filter((one) => one.endsWith(ending));
  if (name === undefined || more.length > 0) throw new Error(`${folder}: not one ${ending}`);
  return join(folder, name);
}

interface Sidecar {
  done: number;
  boot?: string;
  size: number;
  beyond?: [number, number][];
}

/** A picture as the sandbox serves it today. */
interface Picture {
  bytes: Buffer;
  etag: string;
}

/**
 * After a restart of the machine only synced bytes would count: the sidecar declares that there was none since, and that the
 * part is one of today's picture.
 */
async function wakeSidecar(path: string, { bytes, etag }: Picture): Promise<Sidecar> {
  const sidecar = JSON.parse(await readFile(path, "utf8")) as Sidecar;
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const woken = {
    ...sidecar,
    boot: boot.trim(),
    size: bytes.length,
    etag,
    promised: `${bytes.length}:1220${sha256(bytes)}`,
  };
  await writeFile(path, JSON.stringify(woken));
  const part = Buffer.alloc(woken.beyond?.at(-1)?.[1] ?? woken.done);
  for (const [from, to] of [[0, woken.done] as const, ...(woken.beyond ?? [])])
    bytes.copy(part, from, from, to);
  await writeFile(join(dirname(path), basename(path, ".json")), part);
  return woken;
}

const bytesOf = (range: string): [from: number, to: number] => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/u.exec(range) ?? [];
  return [Number(from), to === "" ? Infinity : Number(to) + 1];
};

describe.each(versions)("%s", (version) => {
  it("the journal lists and shows each of its records, in all five states", async () => {
    const { swath, made, home } = await machineOf(version);
    const listed = await swath("journal list --json");
    expect(listed.exitCode).toBe(0);
    const rows = JSON.parse(listed.stdout) as { intentId: string; state: string; kind: string }[];
    const folder = join(home, "state/swath/journal");
    const records = (await readdir(folder)).filter((name) => /^[0-9a-f]+-\d+\.json$/u.test(name));
    const written = await Promise.all(
      records.map(
        async (name) =>
          JSON.parse(await readFile(join(folder, name), "utf8")) as { id: string; state: string },
      ),
    );
    expect(new Set(written.map(({ state }) => state))).toEqual(
      new Set(["confirmed", "prepared", "refused", "sending", "unknown"]),
    );
    // The outcome of a process that ended while it sent is unknown.
    const expected = written.map(({ id, state }) => [id, state === "sending" ? "unknown" : state]);
    expect(new Map(rows.map(({ intentId, state }) => [intentId, state]))).toEqual(
      new Map(expected as [string, string][]),
    );
    for (const { intentId, state } of rows) {
      const shown = await swath(`journal show ${intentId} --json`);
      expect([shown.exitCode, JSON.parse(shown.stdout)]).toEqual([
        0,
        expect.objectContaining({ intentId, state }),
      ]);
    }
    const history = await swath("order history --output id");
    expect(history.stdout).toContain(made.order);
  });

  it.each([
    ["confirmed", 12, "ALREADY_ORDERED"],
    ["unknown", 13, "INTENT_OPEN"],
    ["sending", 13, "INTENT_OPEN"],
  ] as const)("an order whose record is %s is not placed again", async (state, exitCode, code) => {
    const { swath, made } = await machineOf(version);
    const again = await swath(`order place --item ${made.items[state]} --yes --json`);
    expect([again.exitCode, again.stdout]).toEqual([exitCode, ""]);
    expect(again.stderr).toContain(`"${code}"`);
    expect(
      again.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/orders")),
    ).toEqual([]);
  });

  it.each(["refused", "prepared"] as const)("an order whose record is %s is placed", async (state) => {
    const { swath, made } = await machineOf(version);
    expect(await swath(`order place --item ${made.items[state]} --yes --json`)).toMatchObject({
      exitCode: 0,
    });
  });

  it("a batch sends only its missing requests", async () => {
    const { swath, made } = await machineOf(version);
    const rerun = await swath(`${made.batch} --json`);
    expect(rerun.exitCode).toBe(0);
    expect(rerun.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("a part is continued after its received bytes", async () => {
    const { swath, made, home, pictureOf } = await machineOf(version);
    const picture = await pictureOf(made.order, "preview");
    const { done } = await wakeSidecar(await fileBelow(join(home, "parts"), ".part.json"), picture);
    const ended = await swath(`order download ${made.order} --out-dir parts --asset preview --json`);
    expect(ended.exitCode).toBe(0);
    const ranges = ended.requests.flatMap(({ headers }) => headers["range"] ?? []);
    expect(ranges).toEqual([`bytes=${done}-`]);
  });

  it("only the gaps of a part are fetched", async () => {
    const { swath, made, home, useProducts, pictureOf } = await machineOf(version);
    await useProducts("40MB");
    const path = await fileBelow(join(home, "spans"), ".part.json");
    const { done, beyond = [], size } = await wakeSidecar(path, await pictureOf(made.big, "VV"));
    expect(beyond.length).toBeGreaterThan(1);
    const held: [number, number][] = [[0, done], ...beyond];
    const ended = await swath(
      `order download ${made.big} --out-dir spans --role data --exclude-asset metadata --json`,
    );
    expect(ended.exitCode).toBe(0);
    const ranges = ended.requests.flatMap(({ headers }) => headers["range"] ?? []).map(bytesOf);
    expect(ranges.length).toBeGreaterThan(0);
    const isHeld = (at: number): boolean => held.some(([from, to]) => from <= at && at < to);
    expect(ranges.filter(([from]) => isHeld(from))).toEqual([]);
    expect((await readFile(await fileBelow(join(home, "spans"), ".tif"))).length).toBe(size);
  });

  it("a folder of downloads verifies, is not fetched again, and its programs are not repeated", async () => {
    const { swath, made, home, pictureOf } = await machineOf(version);
    for (const asset of ["metadata", "thumbnail"]) {
      const { bytes } = await pictureOf(made.order, asset);
      const path = await fileBelow(join(home, "out"), asset === "metadata" ? ".json" : ".png");
      const before = await readFile(path);
      await writeFile(path, bytes);
      for (const list of ["swath-manifest.ndjson", ".swath-exec.ndjson"]) {
        const text = await readFile(join(home, "out", list), "utf8");
        const today = text
          .replaceAll(`"size":${before.length},`, `"size":${bytes.length},`)
          .replaceAll(sha256(before), sha256(bytes));
        expect(today).toContain(sha256(bytes));
        await writeFile(join(home, "out", list), today);
      }
    }
    const verified = await swath("verify out --json --strict");
    expect(verified).toMatchObject({ exitCode: 0, requests: [] });
    const programs: string[] = [];
    const again = await swath(
      `order download ${made.order} --out-dir out --asset metadata --asset thumbnail --exec true --json`,
      {
        runProgram: async (program) => {
          programs.push(program);
          return { exitCode: 0 };
        },
      },
    );
    expect([again.exitCode, programs]).toEqual([0, []]);
    expect(again.requests.filter(({ path }) => path.includes("/assets/"))).toEqual([]);
  });

  it("a mirror continues from its state, and verifies", async () => {
    const { swath } = await machineOf(version);
    expect(await swath("verify mirror --json")).toMatchObject({ exitCode: 0, requests: [] });
    const synced = await swath("export sync mirror --type weekly --weeks 1 --json");
    expect(JSON.parse(synced.stdout)).toMatchObject({ changed: false });
  });

  it("settings, profiles and keys are read", async () => {
    const { swath, made, sandbox } = await machineOf(version);
    const value = async (line: string): Promise<unknown> =>
      (JSON.parse((await swath(`${line} --json`)).stdout) as { value: unknown }).value;
    expect(await value("config get baseUrl")).toBe(made.baseUrl);
    expect(await value("config get timeout")).toBe("45s");
    expect(await value("config get baseUrl --profile work")).toBe("https://api.example/v2");
    const asked = await swath("catalog search --limit 1 --output id");
    expect(asked.requests[0]?.headers["authorization"]).toBe(`ApiKey ${sandbox.users[0]?.apiKey}`);
    const status = await swath("auth status --profile work --json");
    expect(JSON.parse(status.stdout)).toMatchObject({ baseUrl: "https://api.example/v2" });
  });

  it("the sandbox's store opens with its orders", async () => {
    const { alone, made } = await machineOf(version);
    const status = await alone("sandbox status --json");
    expect(JSON.parse(status.stdout)).toMatchObject({ hasStore: true, orders: 3 });
    expect(await alone(`order links ${made.order} --sandbox --asset metadata --output id`)).toMatchObject({
      exitCode: 0,
    });
  });

  it("ids of earlier results are offered for completion", async () => {
    const { swath, made } = await machineOf(version);
    const offered = await swath("__complete order wait x");
    expect(offered.exitCode).toBe(0);
    expect(offered.stdout).toContain(made.order);
  });
});
