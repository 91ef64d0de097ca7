/** Tests ask one file for what a system lacks, so that a run on Windows can count what was skipped, and why. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, ROOT } from "./architecture/sources.ts";
import * as system from "./this-system.ts";
import { testFolder } from "./new-folder.ts";

/** They run on Linux only, or (recordings) write what they see. */
const ON_LINUX_ONLY =
  /^test\/(?:bench|browser|recording|e2e|examples|faults|package|packages|s3|site|soak)\b/u;
const ASKED_OTHERWISE =
  /\bsymlink(?:Sync)?\((?!.*"junction")|"mkfifo"|\.mode & 0o777|(?:skip|run)If\(process\.platform/u;

test("DESK-40 P25 a test makes links and pipes, and asserts modes, by test/this-system.ts", () => {
  const others = filesBelow("test", ".ts")
    .filter((path) => !ON_LINUX_ONLY.test(path) && !path.startsWith("test/this-system."))
    .filter((path) => ASKED_OTHERWISE.test(readFileSync(join(ROOT, path), "utf8")));
  expect(others).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "DESK-40 P25 on Linux nothing is skipped for want of it",
  async () => {
    const folder = await testFolder();
    system.needModes();
    system.needPosixShell();
    system.makeLink("nothing", join(folder, "link"));
    system.makePipe(join(folder, "pipe"));
    system.expectMode(folder, 0o700);
    expect(() => system.expectMode(folder, 0o755)).toThrow(/to be/u);
  },
);
