/** An area that is much larger than a scene is remarked on before it is sent. */
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome, type Surroundings } from "./world.ts";

const { swath } = await openBench({ archiveSize: 100 });
const box = (degrees: number): string =>
  JSON.stringify({
    type: "Polygon",
    coordinates: [
      [
        [4, 51],
        [4 + degrees, 51],
        [4 + degrees, 51 + degrees],
        [4, 51 + degrees],
        [4, 51],
      ],
    ],
  });
const FLAGS = "--window-open +1d --window 7d --tier standard --type stripmap_100".split(" ");
const create = async (degrees: number, given: Surroundings = {}) =>
  swath(["task", "create", "--file", box(degrees), ...FLAGS], given);

it("TASK-64 at least three scenes: their number, with the size of a scene as the service lists it", async () => {
  const home = await tempHome();
  const screen = { home, stdinTTY: true, stdoutTTY: true, stderrTTY: true, columns: 200 };
  const large = await create(3, screen);
  expect(large.exitCode, large.stderr).toBe(0);
  expect(large.stderr).toMatch(
    /The area has 6\d,\d{3} km2, and a scene of stripmap_100 has 10 x 100 km: at least 6\d scenes/,
  );
  expect((await create(0.2, screen)).stderr).not.toContain("scenes");
  // A script uses the list of a day, and sends no request for it.
  expect((await create(3, { home })).stderr).toContain("at least 6");
  const bare = await create(3);
  expect(bare.stderr).not.toContain("at least");
  expect(bare.requests.map(({ path }) => path)).toEqual(["/task"]);
});
