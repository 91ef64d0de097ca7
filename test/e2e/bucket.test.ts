/** Downloads of the built program into a bucket: of an emulator in another process, see ../s3/server.mjs. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { SECRET, openS3 } from "../s3/s3-process.ts";
import { sha256 } from "../sha256.ts";
import { orderedHome, shell, startSwath, swath } from "./swath.ts";

let home: string;
let orderId: string;
beforeAll(async () => {
  let end: (() => Promise<void>) | undefined;
  ({ home, orderId } = await orderedHome(1, (cleanUp) => (end = cleanUp)));
  return end;
});

/** With 40 MB its data file has several parts. */
const setProductSize = (size: "40MB" | "tiny"): Promise<unknown> =>
  swath(["sandbox", "set", "productSize", size], { home });

const words = (...more: string[]) =>
  ["order", "download", orderId, "--sandbox", "--out-dir", "s3://imagery/lisbon"].concat(more);

describe("order download to a bucket", () => {
  it("DOWNLOAD-07 P6 killed in the middle of an upload leaves no object, and the next run ends with the right bytes and no parts", async () => {
    const s3 = await openS3();
    await setProductSize("40MB");
    await s3.fail({ operation: "UploadPart", kind: "hold" });
    const run = startSwath(words("--asset", "HH"), { home, env: s3.env });
    await s3.until("UploadPart");
    run.child.kill("SIGKILL");
    await run.ended;
    await s3.fail();
    await s3.release();
    const killed = await s3.state();
    expect(killed.objects).toEqual([]);
    expect(killed.uploads).toHaveLength(1);

    const again = await swath(words("--json"), { home, env: s3.env });
    expect(again.code, again.stderr).toBe(0);
    const { objects, uploads } = await s3.state();
    expect(uploads).toEqual([]);
    const files = (JSON.parse(again.stdout) as { files: { path: string; sha256: string }[] }).files;
    expect(files).toHaveLength(4);
    for (const { path, sha256 } of files)
      expect(objects.find(({ key }) => key === `lisbon/${path}`)?.sha256).toBe(sha256);

    const third = await swath(words("--json"), { home, env: s3.env });
    expect(JSON.parse(third.stdout)).toMatchObject({ downloaded: 0, skipped: 4, failed: 0 });
  });

  it("P14 Ctrl-C aborts the upload at once, and exits 130", async () => {
    const s3 = await openS3();
    await setProductSize("40MB");
    await s3.fail({ operation: "UploadPart", kind: "hold" });
    const run = startSwath(words("--timeout", "10m"), { home, env: s3.env });
    await s3.until("UploadPart");
    run.child.kill("SIGINT");
    // While the part is still held: the time limit would exceed this test.
    await s3.until("AbortMultipartUpload");
    await s3.fail();
    await s3.release();
    expect((await run.ended).code).toBe(130);
    const { objects, uploads } = await s3.state();
    expect(uploads).toEqual([]);
    expect(objects.some(({ key }) => key.endsWith("HH.tif"))).toBe(false);
  });

  it("P11 P12 without keys nothing is requested; with them no key is printed", async () => {
    const s3 = await openS3();
    await setProductSize("tiny");
    const none = await swath(words("--json"), { home });
    expect(none.code).toBe(4);
    expect(none.stderr).toContain("AUTH_MISSING");
    expect(none.stderr).toContain("AWS_ACCESS_KEY_ID");
    const bought = await swath(
      ["order", "place", "--item", "a/b", "--yes", "--download", "s3://imagery/x", "--sandbox"],
      { home },
    );
    expect(bought.stderr).toContain("AUTH_MISSING");

    await s3.fail({ operation: "PutObject", kind: "refuse", status: 403, code: "AccessDenied" });
    const record = ["--debug", "--log-file", "log.ndjson"];
    const env = { ...s3.env, AWS_SESSION_TOKEN: "FwoGZXIvYXdzEXAMPLETOKEN" };
    const denied = await swath(words(...record), { home, env });
    expect(denied.code).toBe(14);
    expect(denied.stderr).toContain("denies access");
    expect(denied.stderr).toMatch(/> PUT .*\/imagery\/lisbon\//);
    const said = denied.stderr + denied.stdout + (await readFile(join(home, "log.ndjson"), "utf8"));
    for (const secret of [SECRET, "FwoGZXIvYXdzEXAMPLETOKEN", "Signature="])
      expect(said).not.toContain(secret);
  });

  it("layout, filters, shards, rate and events work as for a folder", async () => {
    const s3 = await openS3();
    await setProductSize("tiny");
    const more = ["--path", "{asset}{ext}", "--exclude-asset", "thumbnail", "--limit-rate", "10MB/s"];
    const types: string[] = [];
    for (const shard of ["1/2", "2/2"]) {
      const run = await swath(words(...more, "--shard", shard, "--progress", "json"), {
        home,
        env: s3.env,
      });
      expect(run.code, run.stderr).toBe(0);
      const lines = run.stderr.split("\n").filter((line) => line.startsWith("{"));
      types.push(...lines.map((line) => (JSON.parse(line) as { type: string }).type));
    }
    const { objects } = await s3.state();
    expect(objects.map(({ key }) => key).sort()).toEqual([
      "lisbon/.swath-items.ndjson",
      "lisbon/HH.tif",
      "lisbon/metadata.json",
      "lisbon/preview.png",
      "lisbon/swath-manifest.ndjson",
    ]);
    for (const type of ["started", "verified", "finished"])
      expect(types.filter((one) => one === type)).toHaveLength(3);
  });

  it("a mistyped bucket, a program and a repair are refused with the next step", async () => {
    const home = await testFolder();
    const refused = async (...args: string[]) => {
      const { code, stderr } = await swath(args, {
        home,
        env: { AWS_ACCESS_KEY_ID: "A", AWS_SECRET_ACCESS_KEY: "B" },
      });
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused("order", "download", "x", "--sandbox", "--out-dir", "s3:/imagery")).toContain(
      "must be s3://bucket",
    );
    expect(
      await refused("order", "download", "x", "--sandbox", "--out-dir", "s3://imagery", "--exec", "true"),
    ).toContain("--exec runs a program on a file of this machine");
    expect(await refused("verify", "s3://imagery/lisbon", "--repair")).toContain("swath order download");
    expect(await refused("export", "sync", "s3://imagery/footprints", "--sandbox")).toContain(
      "swath export fetch",
    );
  });
});

describe("order download --stdout", () => {
  it("P16 streams a large file into a pipe, and a reader that closes it ends the run quietly", async () => {
    await setProductSize("40MB");
    const line = `swath order download ${orderId} --sandbox --asset HH --stdout`;
    const folder = await swath(
      ["order", "download", orderId, "--sandbox", "--asset", "HH", "--flat", "--json"],
      {
        home,
      },
    );
    const [file] = (JSON.parse(folder.stdout) as { files: { path: string; sha256: string }[] }).files;
    const piped = await shell(`${line} | sha256sum`, { home });
    expect(piped.stdout.split(" ")[0]).toBe(file!.sha256);
    const bytes = await readFile(join(home, file!.path));
    expect(sha256(bytes)).toBe(file!.sha256);
    const head = await shell(`${line} --quiet | head -c 4 | od -An -c`, { home });
    expect({ code: head.code, stderr: head.stderr }).toEqual({ code: 0, stderr: "" });
  });
});
