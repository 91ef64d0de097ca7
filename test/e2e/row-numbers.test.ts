/** Row numbers on real terminals: each is a session of its own. */
import { beforeEach, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";

describe("VIEW-04 row numbers", () => {
  beforeEach((context) => need(HAS_TERMINAL, NEEDS_TERMINAL, context));

  it("work in the next command of the same terminal only", async () => {
    const home = await testFolder();
    const env = { SWATH_PROFILE: "sandbox", TERM: "xterm-256color" };
    const first = await openTerminal(
      `stty cols 120 rows 40
swath catalog search --place Lisbon --radius 20km --limit 12 --product-type GEO
swath order review 1 2
( swath order review 3; echo "inner $?" )
swath order review 1 | cat`,
      { home, env },
    );
    const shown = await first.shows(/on a terminal only/);
    expect(shown).toMatch(/1 is vendor-\S+\/\S+_GEO_/);
    expect(shown).toMatch(/2 is vendor-\S+\/\S+_GEO_[^]*Total/);
    expect(shown).toMatch(/3 is vendor-\S+\/\S+_GEO_[^]*inner 0/);
    await first.ended;
    const second = await openTerminal("swath order review 1", { home, env });
    await second.shows(/no catalog search on this terminal/);
    expect(await second.ended).toBe(2);
  });
});
