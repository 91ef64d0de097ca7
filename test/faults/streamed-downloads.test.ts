/**
 * P6 P7 P8 the same broken hosts, without bytes on this disk: in a bucket an object is complete and verified or missing (an
 * emulator, see ../s3/server.mjs); on stdout only correct bytes end with exit 0.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { openS3, type S3Process } from "../s3/s3-process.ts";
import { sha256 } from "../sha256.ts";
import { itemOf, ordered, SIGNATURE, signed } from "./data-host.ts";
import { DOWNLOADS, type DownloadRow } from "./download-rows.ts";
import { KEY, runAll, type Case } from "./matrix.ts";
import { sampled } from "../sampled.ts";

const CONDUCT = ["--retries", "2"];
const serve = ({ data, promises }: DownloadRow): Case["serve"] =>
  ordered((origin) => [itemOf({ HH: { href: signed(origin), ...promises } })], data);

describe("an upload that meets", () => {
  let s3: S3Process;
  beforeAll(async () => {
    s3 = await openS3();
  });
  const rows = sampled(DOWNLOADS, 3);
  const prefixOf = (row: DownloadRow): string => `row-${DOWNLOADS.indexOf(row)}`;
  const seenOf = runAll(
    rows,
    (row) => ({
      args: ["order", "download", "o-1", "--out-dir", `s3://imagery/${prefixOf(row)}`, "--json", ...CONDUCT],
      serve: serve(row),
      env: s3.env,
    }),
    ({ waits }) => waits ?? "for pauses",
  );
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    const { objects, uploads } = await s3.state();
    const ours = objects.filter(({ key }) => key.startsWith(`${prefixOf(row)}/`));
    const files = ours.filter(({ key }) => !key.endsWith(".ndjson"));
    if (typeof row.ends === "string") {
      expect(seen.code, seen.stderr).toBe(10);
      expect(ours).toEqual([]);
      expect(seen.stdout + seen.stderr).toContain(row.ends);
    } else {
      expect(seen.code, seen.stderr).toBe(0);
      expect(files.map((file) => file.sha256)).toEqual([sha256(row.ends)]);
    }
    expect(uploads.filter(({ key }) => key.startsWith(`${prefixOf(row)}/`))).toEqual([]);
    const reported = [seen.stdout, seen.stderr, ...ours.map(({ text = "" }) => text)].join("");
    for (const secret of [SIGNATURE, KEY]) expect(reported).not.toContain(secret);
    const links = seen.asked.filter(({ path }) => path.startsWith("/orders/"));
    expect(links.length).toBeLessThanOrEqual(row.links ?? 1);
    expect(seen.asked.length - links.length).toBeLessThanOrEqual((row.requests ?? 8) + 4);
  });
});

/** Repairable before the first byte is written, and not afterwards: it depends on the size of the chunks. */
const EITHER_WAY = new Set(["another version to the range", "another checksum, once"]);

describe("a stream that meets", () => {
  const rows = sampled(DOWNLOADS, 3, 1);
  const seenOf = runAll(
    rows,
    (row) => ({
      args: ["order", "download", "o-1", "--stdout", ...CONDUCT],
      serve: serve(row),
      meddle: ({ child }) => void child.stdout!.setEncoding("latin1"),
    }),
    ({ waits }) => waits ?? "for pauses",
  );
  it.each(rows)("$title", async (row) => {
    const { code, stdout, stderr } = await seenOf(row);
    const bytes = Buffer.from(stdout, "latin1");
    const isMended = EITHER_WAY.has(row.title) ? code === 0 : typeof row.ends !== "string";
    if (isMended) {
      expect(code, stderr).toBe(0);
      expect(sha256(bytes)).toBe(sha256(row.ends as Buffer));
    } else {
      expect(code).toBeGreaterThan(0);
      expect(stderr).toContain(typeof row.ends === "string" ? row.ends : "DOWNLOAD_INCOMPLETE");
      if (bytes.length > 0) expect(stderr).toContain(`${bytes.length} bytes were written before`);
    }
    for (const secret of [SIGNATURE, KEY]) expect(stderr).not.toContain(secret);
  });
});
