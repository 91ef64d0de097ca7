/** README's first command on a fresh machine. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder, testFolder } from "../new-folder.ts";
import { shell, swath, type Ended } from "./swath.ts";

interface Report {
  items: { id: string }[];
  orderId: string;
  download: { files: { path: string; sha256: string; status: string; size: number }[]; failed: number };
  commands: Record<"search" | "review" | "order", string>;
}

describe("swath demo", () => {
  let home: string;
  let ended: Ended;
  let report: Report;
  beforeAll(async () => {
    home = await newFolder();
    await mkdir(join(home, "scratch"));
    // Any attempt to use the network would go to a missing proxy.
    const env = {
      TMPDIR: join(home, "scratch"),
      HTTPS_PROXY: "http://127.0.0.1:9",
      HTTP_PROXY: "http://127.0.0.1:9",
      ALL_PROXY: "http://127.0.0.1:9",
    };
    ended = await swath(["demo", "--json"], { home, env });
    report = JSON.parse(ended.stdout) as Report;
  });

  it("searches, prices, orders, downloads and verifies without account or network", async () => {
    expect(ended.code).toBe(0);
    expect(report.items.length).toBe(4);
    expect(report.download.failed).toBe(0);
    expect(report.download.files.length).toBe(16);
    for (const { path, sha256, size } of report.download.files) {
      const bytes = await readFile(join(home, "swath-demo", path));
      expect(bytes.length).toBe(size);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    }
  });

  it("leaves only the folder that it reports", async () => {
    expect((await readdir(home)).sort()).toEqual(["scratch", "swath-demo"]);
    expect(await readdir(join(home, "scratch"))).toEqual([]);
  });

  it("prints the same steps as commands that work when typed", async () => {
    const { commands, items } = report;
    const typed = await shell(
      `${commands.search} --output id && ${commands.review} --json && ${commands.order} --output id`,
      { home },
    );
    expect(typed.code).toBe(0);
    for (const { id } of items) expect(typed.stdout).toContain(id);
  });

  it("PICK-06 writes into --out-dir alone; after npx, its last line suggests npx swath", async () => {
    const other = await testFolder();
    const npx = { home: other, env: { npm_command: "exec" } };
    const { code, stdout } = await swath(["demo", "--out-dir", "here"], npx);
    expect(code).toBe(0);
    expect(await readdir(other)).toEqual(["here"]);
    expect(stdout).toMatch(/Your turn: type the three commands above, or npx swath --help\n$/);
  });

  it("reports files that it cannot write", async () => {
    const { code, stderr } = await swath(["demo", "--out-dir", "/proc/nowhere"], { home });
    expect(code).toBe(14);
    expect(stderr).toContain("/proc/nowhere/area.geojson");
  });
});
