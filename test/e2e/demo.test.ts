/** README's first command on a fresh machine. */
import { mkdir, readdir, readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shell, swath, tempDir } from "./swath.ts";

interface Report {
  items: { id: string }[];
  orderId: string;
  download: { files: { path: string; sha256: string; status: string; size: number }[]; failed: number };
  commands: Record<"search" | "review" | "order", string>;
}

describe("swath demo", () => {
  it("searches, prices, orders, downloads and verifies without account or network", async () => {
    const home = await tempDir();
    // Any attempt to use the network would go to a missing proxy.
    const env = {
      HTTPS_PROXY: "http://127.0.0.1:9",
      HTTP_PROXY: "http://127.0.0.1:9",
      ALL_PROXY: "http://127.0.0.1:9",
    };
    const { code, stdout } = await swath(["demo", "--json"], { home, env });
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as Report;
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
    const home = await tempDir();
    const scratch = join(home, "scratch");
    await mkdir(scratch);
    await swath(["demo", "--out-dir", "here"], { home, env: { TMPDIR: scratch } });
    expect((await readdir(home)).sort()).toEqual(["here", "scratch"]);
    expect(await readdir(scratch)).toEqual([]);
  });

  it("prints the same steps as commands that work when typed", async () => {
    const home = await tempDir();
    const { stdout } = await swath(["demo", "--json"], { home });
    const { commands, items } = JSON.parse(stdout) as Report;
    const typed = await shell(
      `${commands.search} --output id && ${commands.review} --json && ${commands.order} --output id`,
      { home },
    );
    expect(typed.code).toBe(0);
    for (const { id } of items) expect(typed.stdout).toContain(id);
  });

  it("PICK-06 after npx, its last line suggests npx swath", async () => {
    const { code, stdout } = await swath(["demo"], { home: await tempDir(), env: { npm_command: "exec" } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Your turn: type the three commands above, or npx swath --help\n$/);
  });

  it("reports files that it cannot write", async () => {
    const home = await tempDir();
    const { code, stderr } = await swath(["demo", "--out-dir", "/proc/nowhere"], { home });
    expect(code).toBe(14);
    expect(stderr).toContain("/proc/nowhere/area.geojson");
  });
});
