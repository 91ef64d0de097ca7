/** `export fetch` into a bucket (an emulator in another process, see ../s3/server.mjs) and to stdout. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { makeUndiciSend } from "../../src/client/undici-send.ts";
import { systemClock } from "../../src/time/clock.ts";
import { openS3 } from "../s3/s3-process.ts";
import type { Send } from "../../src/contract/send.ts";
import { sha256 } from "../sha256.ts";
import { openBench } from "./bench.ts";
import { BASE_URL, tempHome } from "./world.ts";

const { swath, send, clock } = await openBench({ archiveSize: 300 });
const real = makeUndiciSend({ clock: systemClock });
/** The service is in memory, the bucket is not. */
const both: Send = (request) => (request.url.startsWith(BASE_URL) ? send(request) : real(request));

interface Report {
  changed: boolean;
  added: number;
  updated: number;
  unchanged: number;
  files: { path: string; sha256: string; verified: string[] }[];
}

describe("export fetch --out-dir s3://", () => {
  it("EXPORT-26 fills the bucket, skips complete files, and replaces those that the service has made again", async () => {
    const s3 = await openS3();
    // The clock of this world stands still, that of the bucket does not.
    await s3.fail({ operation: "none", kind: "any-time" });
    const home = await tempHome();
    const line = "export fetch --type latest --format geoparquet --out-dir s3://imagery/footprints --json";
    const run = async (): Promise<Report> => {
      const result = await swath(line, { home, env: s3.env, send: both });
      expect(result.exitCode, result.stderr).toBe(0);
      return JSON.parse(result.stdout) as Report;
    };
    const first = await run();
    expect(first).toMatchObject({ changed: true, added: 1 });
    expect(first.files[0]?.verified).toContain("content-length");
    const { objects } = await s3.state();
    const [file] = first.files;
    expect(objects.find(({ key }) => key === `footprints/${file?.path}`)?.sha256).toBe(file?.sha256);
    expect(await run()).toMatchObject({ changed: false, unchanged: 1 });

    clock.ms += 24 * 3_600_000;
    expect(await run()).toMatchObject({ changed: true, updated: 1 });
    expect(await run()).toMatchObject({ changed: false, unchanged: 1 });
  });

  it("sync needs a folder, and the error has the command for a bucket", async () => {
    const { exitCode, stderr, requests } = await swath("export sync s3://imagery/footprints");
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain("--out-dir s3://imagery/footprints");
  });
});

describe("export fetch --stdout", () => {
  it("EXPORT-26 streams the one file", async () => {
    const chunks: Buffer[] = [];
    const home = await tempHome();
    const result = await swath("export fetch --type latest --format gpkg --stdout", {
      home,
      writeStdout: async (chunk) => void chunks.push(Buffer.from(chunk)),
    });
    expect(result.exitCode).toBe(0);
    const bytes = Buffer.concat(chunks);
    expect(bytes.subarray(0, 15).toString()).toBe("SQLite format 3");
    const folder = await swath("export fetch --type latest --format gpkg --json", { home });
    const [file] = (JSON.parse(folder.stdout) as Report).files;
    expect(sha256(bytes)).toBe(file?.sha256);
  });

  it("several files are a usage error with the flags that choose one", async () => {
    const { exitCode, stderr } = await swath("export fetch --type weekly --format gpkg --stdout");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--stdout: exactly one file is needed");
    expect(stderr).toContain("Choose one with --file-name");
  });
});

/** The service's files with their digest, one byte of their first member changed in transfer. */
const spoiling: Send = async (request) => {
  const reply = await both(request);
  if (!request.url.includes("/assets/")) return reply;
  const bytes = await buffer(reply.body);
  const digest = `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;
  bytes[30 + bytes.readUInt16LE(26) + 20]! ^= 0x10;
  const body = (async function* () {
    yield bytes;
  })();
  return { ...reply, headers: { ...reply.headers, "repr-digest": digest }, body };
};

describe("a zip archive that differs from the digest of its response", () => {
  it("EXPORT-04 P6 P16 gets no name in a bucket", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "none", kind: "any-time" });
    const line = "export fetch --type latest --format shp --out-dir s3://imagery/footprints";
    const { exitCode, stderr } = await swath(line, { env: s3.env, send: spoiling });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 10,
      stderr: expect.stringMatching(/sha256/) as string,
    });
    expect((await s3.state()).objects).toEqual([]);
  });

  it("EXPORT-04 P16 does not end a pipe like a complete file", async () => {
    const line = "export fetch --type latest --format shp --stdout";
    const { exitCode, stderr } = await swath(line, { send: spoiling, writeStdout: async () => undefined });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 10,
      stderr: expect.stringMatching(/sha256/) as string,
    });
  });
});
