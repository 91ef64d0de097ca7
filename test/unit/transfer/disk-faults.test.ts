import { execFileSync, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { open, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test, type TestContext } from "vitest";
import { appendManifest, readManifest, type ManifestEntry } from "../../../src/transfer/manifest.ts";
import { PartFile } from "../../../src/transfer/folder/part-file.ts";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import { LockLost } from "../../../src/disk/file-lock.ts";
import { CommitGroup } from "../../../src/transfer/folder/commit-group.ts";
import { transferError } from "../../../src/transfer/transfer-summary.ts";
import { need } from "../../need.ts";
import { testFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";
import { makeLink } from "../../this-system.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { filesIn, manifestOf, source, transfer, fingerprint } from "./transfer-world.ts";

/** A file system of its own with little room. */
async function smallDisk(kibibytes: number, context: TestContext): Promise<string> {
  const dir = await testFolder();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kibibytes}k`, "tmpfs", dir]);
  need(status === 0, "mounting a tmpfs needs root", context);
  onTestFinished(() => {
    execFileSync("umount", [dir]);
  });
  return dir;
}

const scene = sceneBytes(3_000_000);
const BEYOND_ANY_DISK = 10 ** 14;

test("P9 a file whose part file has too long a path does not stop the others", async (context) => {
  need(process.platform === "linux", "a path may have 4096 bytes on Linux only", context);
  const server = await serve((request, response) => sendObject(request, response, scene));
  let dir = await testFolder();
  while (dir.length < 3900) dir = join(dir, "d".repeat(Math.min(200, 3949 - dir.length)));
  mkdirSync(join(dir, "TAVEUNI_20261120"), { recursive: true });
  await writeFile(join(dir, "TAVEUNI_20261120", "notes.txt"), "");
  const long = `${"n".repeat(4080 - join(dir, "TAVEUNI_20261120").length)}.tif`;
  const sources = [long, "a.tif"].map((name) =>
    source(`${server.origin}/${name}`, { assetKey: name, size: scene.length }),
  );
  const { summary } = await transfer(dir, sources);
  expect(summary.files.map(({ status }) => status)).toEqual(["failed", "downloaded"]);
  expect(summary.files[0]?.error).toMatchObject({ code: "DISK_WRITE_FAILED" });
});

describe("a full disk", () => {
  test("is detected by known sizes before any request", async () => {
    const server = await serve((request, response) => sendObject(request, response, scene));
    const run = transfer(await testFolder(), [source(`${server.origin}/a.tif`, { size: BEYOND_ANY_DISK })]);
    await expect(run).rejects.toMatchObject({ code: "DISK_WRITE_FAILED", exitCode: 14 });
    await expect(run).rejects.toThrow(/ \([\d.]+ [TPE]B needed, [\d.]+ [kMGT]?B free\)$/);
    expect(server.requests).toHaveLength(0);
  });

  test("is detected by an announced length before the first byte", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-length": BEYOND_ANY_DISK });
      response.write(scene);
    });
    const two = ["HH", "HV"].map((assetKey) => source(`${server.origin}/${assetKey}`, { assetKey }));
    const { summary, types } = await transfer(await testFolder(), two, { concurrency: 1 });
    expect(summary.stoppedBy).toMatchObject({ code: "DISK_WRITE_FAILED" });
    expect(transferError(summary)).toMatchObject({ code: "DISK_WRITE_FAILED", exitCode: 14 });
    expect(summary).toMatchObject({ failed: 2, downloaded: 0 });
    expect(types).toEqual(["started", "failed", "failed"]);
    expect(server.requests).toHaveLength(1);
  });

  test("in mid-file keeps the part; with free space the rerun continues", async (context) => {
    const dir = await smallDisk(4096, context);
    const ballast = await open(join(dir, "ballast"), "w");
    let isFull = false;
    const server = await serve((request, response) => {
      const start = Number(/\d+/u.exec(request.headers.range ?? "")?.[0] ?? 0);
      if (start > 0) return sendObject(request, response, scene);
      response.writeHead(200, { "content-length": scene.length, etag: '"v1"' });
      response.write(scene.subarray(0, 1_000_000));
      const fillUp = (): void => {
        if (isFull) response.end(scene.subarray(1_000_000));
        else setImmediate(fillUp);
      };
      return fillUp();
    });
    const sources = [source(`${server.origin}/a.tif`)];
    const { summary } = await transfer(dir, sources, {
      onEvent: (event) => {
        if (event.type !== "progress" || event.done !== 1_000_000) return;
        // Another program uses the space.
        void ballast.writeFile(Buffer.alloc(2_500_000)).finally(() => (isFull = true));
      },
    });
    expect(summary.stoppedBy).toMatchObject({ code: "DISK_WRITE_FAILED" });
    expect(Object.keys(await filesIn(dir)).filter((name) => name.endsWith("a.tif"))).toEqual([]);

    await ballast.truncate(0);
    await ballast.close();
    const again = await transfer(dir, sources);
    expect(again.summary.downloaded).toBe(1);
    expect(again.types).toContain("resumed");
    expect((await filesIn(dir))["TAVEUNI_20261120/a.tif"]).toBe(fingerprint(scene));
  });

  test("P20 without room for a lock is reported at once, and no lock is left on it", async (context) => {
    const dir = await smallDisk(64, context);
    const server = await serve((request, response) => sendObject(request, response, scene.subarray(0, 9000)));
    await expect(writeFile(join(dir, "ballast"), Buffer.alloc(100_000))).rejects.toMatchObject({
      code: "ENOSPC",
    });
    const { summary, types, clock } = await transfer(dir, [source(`${server.origin}/a.tif`)]);
    expect(types).toEqual(["failed"]);
    expect(summary.stoppedBy).toMatchObject({ code: "DISK_WRITE_FAILED" });
    expect(summary.stoppedBy?.message).toContain("no space is left on the disk");
    expect(clock.slept).toEqual([]);
    expect(Object.keys(await filesIn(dir))).toEqual(["ballast"]);
  });

  test("a read-only disk is reported; finished files on it are still recognised", async (context) => {
    const dir = await smallDisk(8192, context);
    const server = await serve((request, response) => sendObject(request, response, scene));
    const done = source(`${server.origin}/a.tif`);
    await transfer(dir, [done]);
    execFileSync("mount", ["-o", "remount,ro", dir]);
    expect((await transfer(dir, [done])).types).toEqual(["skipped"]);
    const { summary } = await transfer(dir, [source(`${server.origin}/b.tif`, { assetKey: "HV" })]);
    expect(summary.stoppedBy?.message).toContain("read-only");
  });

  test("DOWNLOAD-10 on a read-only disk each file has its own result: existing ones are complete, new ones fail", async (context) => {
    const dir = await smallDisk(1024, context);
    const small = sceneBytes(50_000);
    const server = await serve((request, response) => sendObject(request, response, small));
    const of = (item: string) => source(`${server.origin}/${item}.tif`, { item });
    const done = ["HEIMAEY", "KATLA", "KRAFLA", "SURTSEY", "TAVEUNI"].map(of);
    await transfer(dir, done);
    execFileSync("mount", ["-o", "remount,ro", dir]);
    const { summary, events } = await transfer(dir, [of("ASKJA"), of("BARDARBUNGA"), ...done], {
      concurrency: 1,
    });
    expect(summary).toMatchObject({ skipped: 5, failed: 2, stoppedBy: { code: "DISK_WRITE_FAILED" } });
    const [first, second, ...others] = summary.files;
    expect(first?.error?.message).toBe(`cannot write ${join(dir, "ASKJA")}: the file system is read-only`);
    expect(second?.error?.message).toMatch(
      /^not fetched, because the run was stopped: cannot write .*ASKJA/u,
    );
    expect(others.map(({ status, how, error }) => ({ status, how, error }))).toEqual(
      done.map(() => ({ status: "skipped", how: ["manifest sha256"], error: undefined })),
    );
    expect(events.filter(({ type }) => type === "skipped")).toHaveLength(5);
  });
});

test("an output folder that is a file is a clear error", async () => {
  const path = join(await testFolder(), "out");
  await writeFile(path, "");
  await expect(transfer(path, [source("http://127.0.0.1:1/a")])).rejects.toMatchObject({
    code: "DISK_WRITE_FAILED",
  });
});

test("DESK-10 P25 a lock that cannot be removed is reported, and does not fail a complete file; a rerun removes it", async (context) => {
  const dir = await testFolder();
  const server = await serve((request, response) => sendObject(request, response, scene));
  const sources = [source(`${server.origin}/a.tif`)];
  let lock = "";
  const { summary, events } = await transfer(dir, sources, {
    onEvent: ({ type }) => {
      if (type !== "started") return;
      const name = readdirSync(dir, { recursive: true, encoding: "utf8" }).find((one) =>
        one.endsWith(".lock"),
      );
      lock = join(dir, name ?? "");
      // A mount point cannot be removed: EBUSY, as of a file that another program has open on Windows.
      const { status } = spawnSync("mount", ["--bind", lock, lock]);
      if (status !== 0) lock = "";
      else onTestFinished(() => void spawnSync("umount", [lock]));
    },
  });
  need(lock !== "", "mounting a file needs root", context);
  expect(summary).toMatchObject({ downloaded: 1, failed: 0 });
  expect(events.at(-1)).toMatchObject({
    type: "leftover",
    reason: expect.stringContaining(basename(lock)) as string,
  });
  expect((await filesIn(dir))["TAVEUNI_20261120/a.tif"]).toBe(fingerprint(scene));

  spawnSync("umount", [lock]);
  const again = await transfer(dir, sources);
  expect(again.types).toEqual(["skipped"]);
  expect(Object.keys(await filesIn(dir)).some((name) => name.endsWith(".lock"))).toBe(false);
});

describe("naming without link support", () => {
  const noLinks = (code: string) => (): void => {
    throw Object.assign(new Error("no links"), { code });
  };

  async function completePart(link: (from: string, to: string) => void = noLinks("EPERM")) {
    const dir = await testFolder();
    const paths = makePartPaths(join(dir, "scene.tif"), "key");
    const part = PartFile.begin(paths, {
      key: "key",
      promised: ":",
      algorithms: [],
      bootId: undefined,
      clock: skippingClock(),
    });
    onTestFinished(() => part.close());
    part.begin({ digests: [], etag: '"v1"' });
    await part.write(scene, 0);
    const entry = {
      name: "scene.tif",
      size: scene.length,
      item: "I",
      asset: "A",
      verified: ["content-length"],
    };
    const clock = skippingClock();
    const waiting = { isWindows: true, clock };
    const group = new CommitGroup(clock, false, () => Promise.resolve(), link, waiting);
    return { dir, part, clock, name: () => group.add({ part, entry, confirm: () => undefined }) };
  }

  test.each(["EPERM", "ENOTSUP", "EISDIR"])(
    "DESK-11 P25 the name is reserved first after %s of link, and never taken from another file or a folder",
    async (code) => {
      const free = await completePart(noLinks(code));
      await free.name();
      expect(await filesIn(free.dir)).toEqual({ "scene.tif": fingerprint(scene) });
      expect(free.clock.slept).toEqual([]);

      const taken = await completePart(noLinks(code));
      await writeFile(taken.part.paths.final, "mine");
      await expect(taken.name()).rejects.toMatchObject({ code: "EEXIST" });
      expect(await readFile(taken.part.paths.final, "utf8")).toBe("mine");
      expect(fingerprint(await readFile(taken.part.paths.part))).toBe(fingerprint(scene));

      const folder = await completePart(noLinks(code));
      mkdirSync(folder.part.paths.final);
      await expect(folder.name()).rejects.toMatchObject({ code: "EEXIST" });
      expect(fingerprint(await readFile(folder.part.paths.part))).toBe(fingerprint(scene));
    },
  );

  test("DESK-10 P25 a part that another program has open on Windows gets its name when that ends", async () => {
    let left = 3;
    const { dir, part, clock, name } = await completePart((from: string, to: string) => {
      if (left-- > 0) throw Object.assign(new Error("held"), { code: "EBUSY" });
      linkSync(from, to);
    });
    await name();
    // A name that was removed from an open file stays on Windows until the file is closed.
    await part.close();
    expect(await filesIn(dir)).toEqual({ "scene.tif": fingerprint(scene) });
    expect(clock.slept).toEqual([10, 20, 40]);
  });

  test("DESK-10 P21 P25 a part whose lock is lost while another program has it open does not get its name", async () => {
    const { dir, part, clock } = await completePart();
    const group = new CommitGroup(clock, false, () => Promise.resolve(), noLinks("EBUSY"), {
      isWindows: true,
      clock,
    });
    const entry = { name: "scene.tif", size: scene.length, item: "I", asset: "A", verified: [] };
    const confirm = (): void => {
      if (clock.slept.length > 0) throw new LockLost("scene.lock", "now belongs to process 1");
    };
    await expect(group.add({ part, entry, confirm })).rejects.toBeInstanceOf(LockLost);
    expect(clock.slept).toEqual([10]);
    expect(Object.keys(await filesIn(dir))).not.toContain("scene.tif");
    expect(fingerprint(await readFile(part.paths.part))).toBe(fingerprint(scene));
  });

  test("DESK-10 P25 a part that another program keeps open is reported after two seconds, and stays", async () => {
    const { part, clock, name } = await completePart(noLinks("EBUSY"));
    await expect(name()).rejects.toMatchObject({ code: "DISK_WRITE_FAILED", data: { errno: "EBUSY" } });
    expect(fingerprint(await readFile(part.paths.part))).toBe(fingerprint(scene));
    expect(clock.slept.reduce((one, other) => one + other)).toBeGreaterThanOrEqual(2000);
  });

  test("the reservation is recorded before the empty file is created", async () => {
    const { part, name } = await completePart();
    const away = `${part.paths.part}.away`;
    // The state after a kill between the reservation and the name.
    renameSync(part.paths.part, away);
    await expect(name()).rejects.toMatchObject({ code: "DISK_WRITE_FAILED" });
    expect(JSON.parse(await readFile(part.paths.sidecar, "utf8"))).toMatchObject({ claimed: true });
    // No empty file stays under a name that could not be given.
    await expect(readFile(part.paths.final)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("P21 a part that another process has taken over is neither named nor changed", async () => {
    const { dir, part } = await completePart();
    const group = new CommitGroup(skippingClock(), false, () => Promise.resolve());
    const entry = { name: "scene.tif", size: scene.length, item: "I", asset: "A", verified: [] };
    const confirm = (): never => {
      throw new LockLost("scene.lock", "now belongs to process 1");
    };
    await expect(group.add({ part, entry, confirm })).rejects.toBeInstanceOf(LockLost);
    expect(Object.keys(await filesIn(dir))).not.toContain("scene.tif");
    expect(fingerprint(await readFile(part.paths.part))).toBe(fingerprint(scene));
  });

  test("a link that fails for another reason is a disk failure, and the part stays", async () => {
    const { part } = await completePart();
    const link = (): void => {
      throw Object.assign(new Error("no room"), { code: "ENOSPC" });
    };
    const group = new CommitGroup(skippingClock(), false, () => Promise.resolve(), link);
    const entry = { name: "scene.tif", size: scene.length, item: "I", asset: "A", verified: [] };
    const named = group.add({ part, entry, confirm: () => undefined });
    await expect(named).rejects.toMatchObject({ code: "DISK_WRITE_FAILED" });
    expect(fingerprint(await readFile(part.paths.part))).toBe(fingerprint(scene));
  });
});

test.each([
  ["at first, in a thread", 0],
  ["on the main thread, after a quick group", 1],
])(
  "P20 a failed sync %s is reported with the path of its part, and no file of the group gets its name",
  async (_, before) => {
    const dir = await testFolder();
    const group = new CommitGroup(skippingClock(), false, () => Promise.resolve());
    const add = (name: string, isBroken = false) => {
      const part = PartFile.begin(makePartPaths(join(dir, name), "key"), {
        key: "key",
        promised: ":",
        algorithms: [],
        bootId: undefined,
        clock: skippingClock(),
      });
      const { fd } = part.descriptor;
      if (isBroken) part.descriptor.fd = 1_000_000;
      onTestFinished(() => {
        part.descriptor.fd = fd;
        return part.close();
      });
      const entry = { name, size: 0, item: "I", asset: "A", verified: [] };
      return group.add({ part, entry, confirm: () => undefined });
    };
    for (let index = 0; index < before; index++) await add(`${index}.tif`);
    for (const one of [add("a.tif", true), add("b.tif")])
      await expect(one).rejects.toMatchObject({
        code: "DISK_WRITE_FAILED",
        message: expect.stringContaining("a.tif") as string,
      });
    const names = Object.keys(await filesIn(dir));
    expect(names.filter((name) => !name.endsWith(".part"))).toHaveLength(before);
  },
);

describe("the manifest", () => {
  const entry = (name: string): ManifestEntry => ({
    name,
    size: 1,
    sha256: "0".repeat(64),
    item: "I",
    asset: "A",
    verified: ["content-length"],
    time: "2026-11-21T00:00:00.000Z",
  });

  test("a torn or foreign line is skipped, and the last line of a name counts", async () => {
    const dir = await testFolder();
    const path = join(dir, "swath-manifest.ndjson");
    await appendManifest(dir, [entry("a")]);
    await appendManifest(dir, [{ ...entry("a"), size: 2 }]);
    await writeFile(path, `${await readFile(path, "utf8")}[1]\n{"name":"b","size":"x"}\n{"name":"c","si`);
    await appendManifest(dir, [entry("d")]);
    const manifest = await readManifest(dir);
    expect([...manifest.keys()]).toEqual(["a", "d"]);
    expect(manifest.get("a")?.size).toBe(2);
  });

  test("a manifest that is a symlink is not written through", async () => {
    const dir = await testFolder();
    const victim = join(await testFolder(), "victim");
    await writeFile(victim, "precious");
    makeLink(victim, join(dir, "swath-manifest.ndjson"));
    await expect(appendManifest(dir, [entry("a")])).rejects.toMatchObject({ code: "DISK_WRITE_FAILED" });
    expect(await readFile(victim, "utf8")).toBe("precious");
  });

  test("DOWNLOAD-07 an unwritable manifest loses nothing, and the next run names and records the file", async () => {
    const server = await serve((request, response) => sendObject(request, response, scene, { etag: "" }));
    const dir = await testFolder();
    const sources = [source(`${server.origin}/a.tif`)];
    await transfer(dir, [source(`${server.origin}/b.tif`, { assetKey: "HV" })]);
    const path = join(dir, "swath-manifest.ndjson");
    const { summary } = await transfer(dir, sources, {
      onEvent: (event) => {
        if (event.type !== "progress" || event.done < scene.length) return;
        renameSync(path, `${path}.away`);
        mkdirSync(path);
      },
    });
    expect(summary.files[0]?.error).toMatchObject({ code: "DISK_WRITE_FAILED" });
    // Its line comes before its name: every file has a line that proves it.
    expect(Object.keys(await filesIn(dir))).not.toContain("TAVEUNI_20261120/a.tif");
    rmdirSync(path);
    renameSync(`${path}.away`, path);
    const again = await transfer(dir, sources);
    expect(again.types).toEqual(["started", "resumed", "verified", "finished"]);
    expect((await filesIn(dir))["TAVEUNI_20261120/a.tif"]).toBe(fingerprint(scene));
    expect(await manifestOf(dir)).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });
});
