/** `export fetch` into a bucket (an emulator in another process, see ../s3/server.mjs) and to stdout. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { undiciSend } from "../../src/client/undici-send.ts";
import { systemClock } from "../../src/time/clock.ts";
import { passingExport } from "../../src/footprints/passing-export.ts";
import { startS3 } from "../s3/s3-process.ts";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { BASE_URL, tempHome } from "./world.ts";

const { swath, send, clock } = await openBench({ archiveSize: 300 });
const real = undiciSend({ clock: systemClock });
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
  it("EXPORT-26 fills the bucket, finds it filled, and replaces what the service has made anew", async () => {
    const s3 = await startS3();
    // The clock of this world stands still, the one of the bucket does not.
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
    expect(first.files[0]?.verified).toContain("parquet frame");
    const { objects } = await s3.state();
    const [file] = first.files;
    expect(objects.find(({ key }) => key === `footprints/${file?.path}`)?.sha256).toBe(file?.sha256);
    expect(await run()).toMatchObject({ changed: false, unchanged: 1 });

    clock.ms += 24 * 3_600_000;
    expect(await run()).toMatchObject({ changed: true, updated: 1 });
    expect(await run()).toMatchObject({ changed: false, unchanged: 1 });
  });

  it("sync needs a folder, and says what does it", async () => {
    const { exitCode, stderr, requests } = await swath("export sync s3://imagery/footprints");
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain("swath export fetch --out-dir s3://");
  });
});

describe("export fetch --stdout", () => {
  it("EXPORT-26 streams the one file, looked at as it passes", async () => {
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
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(file?.sha256);
  });

  it("several files are a usage error that names what chooses one", async () => {
    const { exitCode, stderr } = await swath("export fetch --type weekly --format gpkg --stdout");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--stdout takes exactly one file");
    expect(stderr).toContain("--file-name, --match or --weeks 1");
  });
});

describe("bytes that pass", () => {
  const look = (name: string, ...chunks: Buffer[]) => {
    const passing = passingExport(name);
    for (const chunk of chunks) passing?.update(chunk);
    return passing?.end();
  };
  const page = Buffer.alloc(4096);
  page.write("SQLite format 3\0", "latin1");
  page.writeUInt16BE(4096, 16);
  page.writeUInt32BE(2, 28);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt32LE(46, 12);
  end.writeUInt32LE(10, 16);
  const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(52), end]);
  const footer = Buffer.from([4, 0, 0, 0]);
  const parquet = Buffer.concat([Buffer.from("PAR1"), Buffer.alloc(4), footer, Buffer.from("PAR1")]);

  it.each([
    ["a.gpkg", [page, Buffer.alloc(4096)], "sqlite header"],
    ["a.shp.zip", [zip.subarray(0, 30), zip.subarray(30)], "zip directory"],
    ["a.geoparquet", [parquet.subarray(0, 13), parquet.subarray(13)], "parquet frame"],
  ])("of a whole %s", (name, chunks, how) => {
    expect(look(name, ...chunks)).toEqual({ how });
  });

  it.each([
    ["a.gpkg", page],
    ["a.gpkg", Buffer.from("<html>")],
    ["a.shp.zip", zip.subarray(0, -1)],
    ["a.shp.zip", Buffer.concat([zip, Buffer.from("x")])],
    ["a.geoparquet", parquet.subarray(0, -1)],
    ["a.geoparquet", Buffer.from("PAR1")],
    ["a.geoparquet", Buffer.alloc(0)],
  ])("P16 of a %s that is none, or is cut", (name, bytes) => {
    expect(look(name, bytes)).toMatchObject({
      fault: expect.stringContaining("not those of a whole") as string,
    });
  });
});
