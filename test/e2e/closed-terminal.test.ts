/** The window is closed while a run lasts, on a real terminal. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { need } from "../need.ts";
import { tempDir } from "./swath.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";

it("P14 a run whose terminal is closed ends as hung up (129), and Node does not crash over the terminal", async (context) => {
  need(HAS_TERMINAL, NEEDS_TERMINAL, context);
  const home = await tempDir();
  const pipe = join(home, "status");
  spawnSync("mkfifo", [pipe]);
  // The shell stays to say how the run ended.
  const terminal = await openTerminal(
    `trap '' HUP\nset +e\nswath sandbox start --ephemeral --port 0\necho $? > "${pipe}"`,
    { home },
  );
  await terminal.shows(/http:/);
  terminal.close();
  expect((await readFile(pipe, "utf8")).trim()).toBe("129");
});
