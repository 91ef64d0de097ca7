/** P6 P7 P8 downloads from a host that breaks: complete and verified under the name, or missing. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../sha256.ts";
import { itemOf, ordered, SIGNATURE, signed } from "./data-host.ts";
import { DOWNLOADS, type DownloadRow } from "./download-rows.ts";
import { expectNoHang, KEY, runAll, type Case, type Seen } from "./matrix.ts";

export const ARGS = ["order", "download", "o-1", "--out-dir", "out", "--json", "--retries", "2"];

const caseOf = ({ data, promises }: DownloadRow): Case => ({
  args: ARGS,
  serve: ordered((origin) => [itemOf({ HH: { href: signed(origin), ...promises } })], data),
});

/** Final files by name, and the texts of all other remaining files. */
async function left(home: string): Promise<{ files: Record<string, string>; others: string[] }> {
  const dir = join(home, "out");
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: Record<string, string> = {};
  const others: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (entry.name.startsWith(".") || entry.name.endsWith(".ndjson")) others.push(bytes.toString("latin1"));
    else files[entry.name] = sha256(bytes);
  }
  return { files, others };
}

function expectNothingTold({ asked, stdout, stderr }: Seen, others: readonly string[]): void {
  for (const text of [stdout, stderr, ...others]) {
    expect(text).not.toContain(SIGNATURE);
    expect(text).not.toContain(KEY);
  }
  for (const { headers, path } of asked.filter(({ path }) => path.startsWith("/data/"))) {
    expect(path).not.toContain(KEY);
    expect(Object.keys(headers).sort()).toEqual(
      expect.arrayContaining(["accept-encoding", "connection", "host", "user-agent"]),
    );
    for (const name of ["authorization", "x-api-key", "cookie", "referer"])
      expect(headers[name]).toBeUndefined();
  }
}

describe("a download that meets", () => {
  const seenOf = runAll(DOWNLOADS, caseOf, ({ waits }) => waits ?? "for pauses");
  it.each(DOWNLOADS)("$title", async (row) => {
    const seen = await seenOf(row);
    const { files, others } = await left(seen.home);
    expectNothingTold(seen, others);
    const report = JSON.parse(seen.stdout) as { files?: { code?: string; error?: { code?: string } }[] };
    const links = seen.asked.filter(({ path }) => path.startsWith("/orders/"));
    const data = seen.asked.filter(({ path }) => path.startsWith("/data/"));
    if (typeof row.ends === "string") {
      expect(seen.code, seen.stderr).toBe(10);
      expect(files).toEqual({});
      expect(JSON.stringify(report) + seen.stderr).toContain(row.ends);
    } else {
      expect(seen.code, seen.stderr).toBe(0);
      expect(Object.values(files)).toEqual([sha256(row.ends)]);
    }
    expect(data.length).toBeLessThanOrEqual(row.requests ?? 8);
    expect(links.length).toBeLessThanOrEqual(row.links ?? 1);
    expectNoHang(seen);
  });
});
