/** Downloads from a sandbox in another process. `killed-runs.test.ts` and `killed-download.test.ts` kill them. */
import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../sha256.ts";
import { orderedHome, swath, type Ended } from "./swath.ts";

let home: string;
let orderId: string;
/** The files of the order: their digests by name. */
let wanted: Record<string, string>;
/** The folder of a complete download. */
let complete: string;
beforeAll(async () => {
  let end: (() => Promise<void>) | undefined;
  ({ home, orderId } = await orderedHome(2, (cleanUp) => (end = cleanUp)));
  complete = out = join(home, "complete");
  await download();
  wanted = await finalFiles(complete);
  return end;
});

/** The folder for the downloads of one test. */
let out: string;
let tests = 0;
beforeEach(() => {
  out = join(home, `out-${(tests += 1)}`);
});

const download = (...more: string[]): Promise<Ended> =>
  swath(["order", "download", orderId, "--sandbox", "--out-dir", out, "--json", ...more], { home });

async function finalFiles(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
  const digests = await Promise.all(
    files
      .filter(({ name }) => name !== "swath-manifest.ndjson")
      .map(async ({ parentPath, name }) => {
        const bytes = await readFile(join(parentPath, name));
        return [name, sha256(bytes)] as const;
      }),
  );
  return Object.fromEntries(digests.sort(([a], [b]) => a.localeCompare(b)));
}

describe("order download", () => {
  it("P16 does nothing if everything is complete", async () => {
    expect(Object.keys(wanted).length).toBe(8);
    out = complete;
    const report = JSON.parse((await download()).stdout) as object;
    expect(report).toMatchObject({ downloaded: 0, skipped: 8, failed: 0 });
  });

  it("P10 keeps a foreign file of the same name, and reports it", async () => {
    const first = JSON.parse((await download("--asset", "metadata")).stdout) as {
      files: { path: string }[];
    };
    const path = join(out, first.files[0]!.path);
    await rm(join(out, "swath-manifest.ndjson"));
    await writeFile(path, "mine");
    const { code, stderr } = await download("--asset", "metadata");
    expect(code).toBe(10);
    expect(stderr).toContain("FILE_EXISTS");
    expect(await readFile(path, "utf8")).toBe("mine");
    expect((await download("--asset", "metadata", "--overwrite")).code).toBe(0);
    expect((await stat(path)).size).toBeGreaterThan(100);
  });

  it("P21 two processes in one folder end with one complete set of files", async () => {
    const [one, two] = await Promise.all([download(), download()]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(await finalFiles(out)).toEqual(wanted);
  });

  it("DOWNLOAD-05 an expired order is exit 7 and suggests ordering again", async () => {
    // Its clock moves.
    const other = await orderedHome(1);
    await swath(["sandbox", "clock", "--advance", "8d"], other);
    const line = ["order", "download", other.orderId, "--sandbox", "--out-dir", "out"];
    const { code, stderr } = await swath(line, other);
    expect(code).toBe(7);
    expect(stderr).toContain("ORDER_EXPIRED");
  });
});

describe("verification and programs", () => {
  it("P6 verify finds a flipped bit, --repair repairs exactly that file, and verify agrees", async () => {
    await cp(complete, out, { recursive: true, preserveTimestamps: true });
    const { files } = JSON.parse((await download()).stdout) as { files: { path: string }[] };
    const path = join(out, files[0]!.path);
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(path, bytes);
    const found = await swath(["verify", out, "--output", "id"], { home });
    expect({ code: found.code, stdout: found.stdout }).toEqual({ code: 10, stdout: `${files[0]!.path}\n` });
    const mended = await swath(["verify", out, "--repair", "--sandbox", "--json"], { home });
    expect(mended.code).toBe(0);
    expect(JSON.parse(mended.stdout)).toMatchObject({ ok: 7, repaired: 1, wrong: 0 });
    expect((await swath(["verify", out], { home })).code).toBe(0);
    expect(await finalFiles(out)).toEqual(wanted);
  });

  it("--exec runs real programs: output to stderr, exit codes and missing programs are reported", async () => {
    const one = ["--asset", "metadata", "--item"];
    const { files } = JSON.parse((await download("--asset", "metadata")).stdout) as {
      files: { item: string }[];
    };
    await rm(out, { recursive: true });
    const [first, second] = files.map(({ item }) => item);
    const listed = await download(...one, first!, "--exec", "ls -l");
    expect(listed.code).toBe(0);
    expect(listed.stderr).toContain(`${out}/${first}`);
    expect(() => JSON.parse(listed.stdout) as unknown).not.toThrow();
    const failing = await download(...one, second!, "--exec", "false");
    expect(failing.code).toBe(10);
    expect(failing.stderr).toContain("exit code 1");
    const missing = await download(
      ...one,
      second!,
      "--overwrite",
      "--exec",
      // A path: a name would be EACCES if a folder of PATH belongs to another user.
      "/no-such-folder/no-such-program",
    );
    expect(missing.code).toBe(10);
    expect(missing.stderr).toContain("the program was not found");
    expect(missing.stderr).toContain("Correct the program of --exec");
    const file = await download(...one, second!, "--overwrite", "--exec", "/etc/hosts/");
    expect(file.code).toBe(10);
    expect(file.stderr).toContain("(ENOTDIR)");
  });
});
