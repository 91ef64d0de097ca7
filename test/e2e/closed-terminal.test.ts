/** The window is closed during a run, on a real terminal. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";

it("P14 a run whose terminal is closed ends with 129 (hangup), and Node does not crash over the terminal", async (context) => {
  need(HAS_TERMINAL, NEEDS_TERMINAL, context);
  const home = await testFolder();
  // The shell survives its terminal and records the end of the run.
  const terminal = await openTerminal(
    `trap '' HUP\nset +e\nswath sandbox start --ephemeral --port 0\necho $? >status`,
    { home },
  );
  await terminal.shows(/http:/);
  terminal.close();
  await terminal.ended;
  expect((await readFile(join(home, "status"), "utf8")).trim()).toBe("129");
});
