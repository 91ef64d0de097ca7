/** Downloads from a sandbox in another process: killed, continued, simultaneous, renewed. */
import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sandboxHome, startSwath, swath, type Ended } from "./swath.ts";

/** A folder with an order of two GEO products in its sandbox. */
async function orderedHome(): Promise<{ home: string; orderId: string }> {
  const home = await sandboxHome();
  const search = ["catalog", "search", "--point", "-9.14,38.71", "--product-type", "GEO", "--limit", "2"];
  const items = await swath([...search, "--sandbox", "--output", "order-items"], { home });
  const placed = await swath(["order", "place", "--items", "-", "--yes", "--sandbox", "--output", "id"], {
    home,
    input: items.stdout,
  });
  expect(placed.code).toBe(0);
  return { home, orderId: placed.stdout.trim() };
}

const download = (home: string, orderId: string, ...more: string[]): Promise<Ended> =>
  swath(["order", "download", orderId, "--sandbox", "--out-dir", "out", "--json", ...more], { home });

async function finalFiles(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
  const digests = await Promise.all(
    files
      .filter(({ name }) => name !== "swath-manifest.ndjson")
      .map(async ({ parentPath, name }) => {
        const bytes = await readFile(join(parentPath, name));
        return [name, createHash("sha256").update(bytes).digest("hex")] as const;
      }),
  );
  return Object.fromEntries(digests.sort(([a], [b]) => a.localeCompare(b)));
}

describe("order download", () => {
  it("DOWNLOAD-07 P6 kill -9 at any moment, then the same command again, ends with identical bytes", async () => {
    const { home, orderId } = await orderedHome();
    await download(home, orderId);
    const wanted = await finalFiles(join(home, "out"));
    expect(Object.keys(wanted).length).toBe(8);
    // Each round is killed after one more file: the moments are spread over the complete run.
    for (const round of [1, 3, 5]) {
      await rm(join(home, "out"), { recursive: true });
      const run = startSwath(
        ["order", "download", orderId, "--sandbox", "--out-dir", "out", "--concurrency", "2"],
        { home },
      );
      await run.until("stderr", new RegExp(`(?:verified[\\s\\S]*){${round}}`));
      run.child.kill("SIGKILL");
      await run.ended;
      const left = await finalFiles(join(home, "out"));
      for (const [name, digest] of Object.entries(left)) expect(wanted[name]).toBe(digest);
      const again = await download(home, orderId);
      expect(again.code).toBe(0);
      expect(await finalFiles(join(home, "out"))).toEqual(wanted);
    }
  });

  it("P16 does nothing if everything is complete", async () => {
    const { home, orderId } = await orderedHome();
    await download(home, orderId);
    const report = JSON.parse((await download(home, orderId)).stdout) as {
      downloaded: number;
      skipped: number;
    };
    expect(report).toMatchObject({ downloaded: 0, skipped: 8, failed: 0 });
  });

  it("P10 keeps a foreign file of the same name, and reports it", async () => {
    const { home, orderId } = await orderedHome();
    const first = JSON.parse((await download(home, orderId, "--asset", "metadata")).stdout) as {
      files: { path: string }[];
    };
    const path = join(home, "out", first.files[0]!.path);
    await rm(join(home, "out", "swath-manifest.ndjson"));
    await writeFile(path, "mine");
    const { code, stderr } = await download(home, orderId, "--asset", "metadata");
    expect(code).toBe(10);
    expect(stderr).toContain("FILE_EXISTS");
    expect(await readFile(path, "utf8")).toBe("mine");
    expect((await download(home, orderId, "--asset", "metadata", "--overwrite")).code).toBe(0);
    expect((await stat(path)).size).toBeGreaterThan(100);
  });

  it("P21 two processes in one folder end with one complete set of files", async () => {
    const { home, orderId } = await orderedHome();
    const [one, two] = await Promise.all([download(home, orderId), download(home, orderId)]);
    expect([one.code, two.code]).toEqual([0, 0]);
    const wanted = await finalFiles(join(home, "out"));
    await rm(join(home, "out"), { recursive: true });
    await download(home, orderId);
    expect(wanted).toEqual(await finalFiles(join(home, "out")));
  });

  it("DOWNLOAD-05 an expired order is exit 7 and suggests ordering again", async () => {
    const { home, orderId } = await orderedHome();
    await swath(["sandbox", "clock", "--advance", "8d"], { home });
    const { code, stderr } = await download(home, orderId);
    expect(code).toBe(7);
    expect(stderr).toContain("ORDER_EXPIRED");
  });
});

describe("verification and programs", () => {
  it("P6 verify finds a flipped bit, --repair repairs exactly that file, and verify agrees", async () => {
    const { home, orderId } = await orderedHome();
    await download(home, orderId);
    const wanted = await finalFiles(join(home, "out"));
    const { files } = JSON.parse((await download(home, orderId)).stdout) as { files: { path: string }[] };
    const path = join(home, "out", files[0]!.path);
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(path, bytes);
    const found = await swath(["verify", "out", "--output", "id"], { home });
    expect({ code: found.code, stdout: found.stdout }).toEqual({ code: 10, stdout: `${files[0]!.path}\n` });
    const mended = await swath(["verify", "out", "--repair", "--sandbox", "--json"], { home });
    expect(mended.code).toBe(0);
    expect(JSON.parse(mended.stdout)).toMatchObject({ ok: 7, repaired: 1, wrong: 0 });
    expect((await swath(["verify", "out"], { home })).code).toBe(0);
    expect(await finalFiles(join(home, "out"))).toEqual(wanted);
  });

  it("--exec runs real programs: output to stderr, exit codes and missing programs are reported", async () => {
    const { home, orderId } = await orderedHome();
    const one = ["--asset", "metadata", "--item"];
    const { files } = JSON.parse((await download(home, orderId, "--asset", "metadata")).stdout) as {
      files: { item: string }[];
    };
    await rm(join(home, "out"), { recursive: true });
    const [first, second] = files.map(({ item }) => item);
    const listed = await download(home, orderId, ...one, first!, "--exec", "ls -l");
    expect(listed.code).toBe(0);
    expect(listed.stderr).toContain(`${join(home, "out")}/${first}`);
    expect(() => JSON.parse(listed.stdout) as unknown).not.toThrow();
    const failing = await download(home, orderId, ...one, second!, "--exec", "false");
    expect(failing.code).toBe(10);
    expect(failing.stderr).toContain("ended with exit code 1");
    const missing = await download(
      home,
      orderId,
      ...one,
      second!,
      "--overwrite",
      "--exec",
      // A path: a name would be EACCES if a folder of PATH belongs to another user.
      "/no-such-folder/no-such-program",
    );
    expect(missing.code).toBe(10);
    expect(missing.stderr).toContain("could not be started (ENOENT)");
    const file = await download(home, orderId, ...one, second!, "--overwrite", "--exec", "/etc/hosts/");
    expect(file.code).toBe(10);
    expect(file.stderr).toContain("could not be started (ENOTDIR)");
  });
});
