/** P21 one folder, several machines or containers, and a slow disk: the process that has a part keeps it. */
import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { startShell, startSwath, swath } from "../e2e/swath.ts";
import { need } from "../need.ts";
import { sha256 } from "../sha256.ts";
import { itemOf, ordered, sendObject, SCENE, signed } from "./data-host.ts";
import { hostileServer, type Misbehave } from "./hostile-server.ts";
import { homeFolder, KEY } from "./matrix.ts";
import { bytesOf } from "./reply.ts";

const ARGS = ["order", "download", "o-1", "--out-dir", "out"];
/** Long enough to be written to a part in chunks. */
const LONG = Buffer.concat([SCENE, SCENE, SCENE, SCENE]);
const items = (origin: string) => [itemOf({ HH: { href: signed(origin) } })];
const envOf = (url: string) => ({ SWATH_BASE_URL: url, SWATH_API_KEY: KEY });

const UNSHARE = "unshare";
/** The command for a separate process table on this machine, or undefined. */
const APART = ["-pf", "-rpf"].find(
  (how) =>
    process.platform === "linux" &&
    spawnSync(UNSHARE, [how, "--mount-proc", "true"], { stdio: "ignore" }).status === 0,
);

describe("P21 two containers with one folder", () => {
  it("DOWNLOAD-10 the second waits for the first one's files, and finds them complete", async (context) => {
    need(APART !== undefined, "neither root nor a user namespace may part the process table here", context);
    const home = await homeFolder();
    let goOn = (): void => {};
    let haveStarted = (): void => {};
    const isAsked = new Promise<void>((resolve_) => (haveStarted = resolve_));
    const reply = bytesOf({ body: LONG, headers: { etag: '"v1"' } });
    // The first half, and the rest when the test releases it; a second request means that the part was taken.
    const halves: Misbehave = (socket, asked, count) => {
      if (count > 1) return sendObject(LONG)(socket, asked, count);
      goOn = () => socket.write(reply.subarray(LONG.length / 2));
      return socket.write(reply.subarray(0, LONG.length / 2), haveStarted);
    };
    await using server = await hostileServer(ordered(items, halves));
    const env = envOf(server.url);
    const first = startSwath(ARGS, { home, env });
    await isAsked;
    const line = `export -f swath; ${UNSHARE} ${APART} --mount-proc bash -c "swath ${ARGS.join(" ")}"`;
    const second = startShell(line, { home, env });
    await Promise.race([second.until("stderr", /waiting/), second.ended]).catch(() => undefined);
    goOn();
    const [one, other] = await Promise.all([first.ended, second.ended]);
    expect(one.code, one.stderr).toBe(0);
    expect(other.code, other.stderr).toBe(0);
    expect(other.stderr).toMatch(/process \d+ is downloading it; waiting[^]*here already/);
    expect(server.asked.filter(({ path }) => path.startsWith("/data/"))).toHaveLength(1);
    expect(sha256(await readFile(join(home, "out/coast-1/HH.tif")))).toBe(sha256(LONG));
    expect(await readdir(join(home, "out/coast-1"))).toEqual(["HH.tif"]);
  });
});

describe("P21 a killed job in another container", () => {
  it("makes the next one wait until its lock has missed its renewals, not up to half an hour", async (context) => {
    need(APART !== undefined, "neither root nor a user namespace may part the process table here", context);
    const home = await homeFolder();
    let haveStarted = (): void => {};
    const isAsked = new Promise<void>((resolve_) => (haveStarted = resolve_));
    const reply = bytesOf({ body: LONG, headers: { etag: '"v1"' } });
    const onceHalf: Misbehave = (socket, asked, count) =>
      count > 1
        ? sendObject(LONG, '"v1"')(socket, asked, count)
        : socket.write(reply.subarray(0, LONG.length / 2), haveStarted);
    const sized = (origin: string) => [itemOf({ HH: { href: signed(origin), "file:size": LONG.length } })];
    await using server = await hostileServer(ordered(sized, onceHalf));
    const env = envOf(server.url);
    const inner = `${UNSHARE} ${APART} --kill-child --mount-proc bash -c "swath ${ARGS.join(" ")}"`;
    const first = startShell(`export -f swath; exec ${inner}`, { home, env });
    await isAsked;
    const folder = join(home, "out/coast-1");
    const locks = async (): Promise<string[]> =>
      (await readdir(folder)).filter((name) => name.endsWith(".lock"));
    await expect.poll(locks).toHaveLength(1);
    first.child.kill("SIGKILL");
    await first.ended;
    const [name] = await locks();
    const lock = join(folder, name!);
    const said = JSON.parse(await readFile(lock, "utf8")) as { renewMs: number };
    expect(said.renewMs).toBe(10_000);
    // As if it had been renewed every second, for a wait of six seconds instead of a minute.
    await writeFile(lock, JSON.stringify({ ...said, renewMs: 1000 }));
    const startedMs = Date.now();
    const again = await swath(ARGS, { home, env });
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toContain("waiting");
    expect(Date.now() - startedMs).toBeGreaterThan(5000);
    expect(sha256(await readFile(join(folder, "HH.tif")))).toBe(sha256(LONG));
    expect(await readdir(folder)).toEqual(["HH.tif"]);
  });
});

it("P16 a download whose disk never confirms does not end like a complete one", async () => {
  const home = await homeFolder();
  const reply = bytesOf({ body: LONG, headers: { etag: '"v1"', connection: "close" } });
  await using server = await hostileServer(ordered(items, (socket) => void socket.end(reply)));
  const preload = `--require ${resolve(import.meta.dirname, "stuck-sync.cjs")}`;
  const stuck = { ...envOf(server.url), NODE_OPTIONS: preload, STUCK_UNDER: "/out" };
  const { code, stderr } = await swath(ARGS, { home, env: stuck });
  expect(code, stderr).toBe(1);
  expect(stderr).toContain("code INTERNAL, exit 1");
});

describe("P21 an interrupted download", () => {
  const partsOf = async (home: string, end: string): Promise<string[]> =>
    (await readdir(join(home, "out/coast-1"))).filter((name) => name.endsWith(end));

  it("whose disk is still writing the part file ends at once and leaves it locked, as by a dead process", async () => {
    const home = await homeFolder();
    await using server = await hostileServer(ordered(items, sendObject(LONG, '"v1"')));
    const preload = `--require ${resolve(import.meta.dirname, "stuck-sync.cjs")}`;
    const stuck = { ...envOf(server.url), NODE_OPTIONS: preload, STUCK_UNDER: "/out" };
    const run = startSwath(ARGS, { home, env: stuck });
    await run.until("stderr", /the disk is asked/);
    run.child.kill("SIGINT");
    const { code, stderr } = await run.ended;
    expect(code, stderr).toBe(130);
    expect(await partsOf(home, ".lock")).toHaveLength(1);
    const again = await swath(ARGS, { home, env: envOf(server.url) });
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).not.toContain("waiting");
    expect(await readdir(join(home, "out/coast-1"))).toEqual(["HH.tif"]);
  });

  it("whose disk has finished leaves no lock", async () => {
    const home = await homeFolder();
    let haveStarted = (): void => {};
    const isAsked = new Promise<void>((resolve_) => (haveStarted = resolve_));
    const reply = bytesOf({ body: LONG, headers: { etag: '"v1"' } });
    const half: Misbehave = (socket) => socket.write(reply.subarray(0, LONG.length / 2), haveStarted);
    await using server = await hostileServer(ordered(items, half));
    const run = startSwath(ARGS, { home, env: envOf(server.url) });
    await isAsked;
    run.child.kill("SIGINT");
    const { code, stderr } = await run.ended;
    expect(code, stderr).toBe(130);
    expect(await partsOf(home, ".lock")).toEqual([]);
  });
});
