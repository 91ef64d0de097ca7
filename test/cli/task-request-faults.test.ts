/** Every fault of a tasking request has its reason, place, value, rule and next step. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";

const { swath } = await openBench({ archiveSize: 100 });
const POLYGON = (ring: number[][], ...more: number[][][]): string =>
  JSON.stringify({ type: "Polygon", coordinates: [ring, ...more] });
const TIE = [
  [15, 37],
  [15.1, 37.1],
  [15.1, 37],
  [15, 37.1],
  [15, 37],
];
const WHEN = "--window-open +1d --window 7d --tier standard";

const LINES = [
  "task create",
  "task create --point 14.99,137.75 --tier x --type stripmap-100 --window-open 2027-02-30T00:00:00Z --window-close 2027-01-01 --holdback 2y --product-type SICD --look-direction up --orbit-state n --orbital-plane 46 --off-nadir-min 40 --off-nadir-max 20 --local-time 25:00-26:00 --squint no --max-squint-angle 40",
  "task create --point 1,1 --window-open 2027-01-02 --window-close 2027-01-01 --set properties.taskingrequestName=7 --set customAttribute1=a --set properties.customAttribute1=b",
  `task create --file ${POLYGON(TIE)} --type spotlight ${WHEN}`,
  `task create --file ${POLYGON(TIE.slice(0, 4))} --type stripmap_100 ${WHEN}`,
  `task create --file ${POLYGON(TIE, TIE)} --type stripmap_100 ${WHEN}`,
  `task create --file {"type":"LineString","coordinates":[[1,1],[2,2]]} ${WHEN}`,
  "repeat create --point 1,1 --interval 12h --tier urgent --count 2 --to 2027-01-01 --from 2028-01-01",
  `repeat create --file ${POLYGON(TIE)} --interval 7 --count 2`,
  "collect retask c1 --off-nadir-min 3 --off-nadir-max 60 --tier x --window-close +8d",
  "collect retask c1 --off-nadir-min 40 --off-nadir-max 30 --window-close +8d --set properties.repeatStart=2027-01-01T00:00:00Z",
  "repeat retask r1 --interval 2h --count 3 --until-canceled --tier priority",
  "task retask t1 --window-open 2027-01-02 --window-close 2027-01-01 --holdback x",
  "task set-products t1 --remove GEO",
  "search tasks --page-size 501 --order up --submitted 2027-01-02/2027-01-01 --where a>=1 --where a<=2 --where taskName>=b",
  "org set-defaults org-a --optional GEO --yes",
];

describe.each(LINES)("%s", (line) => {
  it("TASK-43 ERRORS-12 each fault has code, flag, value if given, rule, message and fix", async () => {
    const run = await swath([...line.split(" "), "--json"]);
    expect([2, 3]).toContain(run.exitCode);
    const { details = [] } = errorOf(run);
    expect(details.length).toBeGreaterThan(0);
    for (const fault of details as Record<string, unknown>[]) {
      const said = JSON.stringify(fault);
      expect(fault["code"], said).toMatch(/^[A-Z_]+$/);
      expect(fault["flag"], said).toMatch(/^(--|<)/);
      expect(fault["rule"], said).toEqual(expect.any(String));
      expect(fault["hint"], said).toEqual(expect.any(String));
      const isMissing = /is missing|required|^No target/.test(String(fault["message"]));
      if (!isMissing) expect(fault, said).toHaveProperty("value");
    }
  });
});

it.each(["task create", "repeat create"])(
  "an empty collectionType in a body is refused, like --type '': %s",
  async (words) => {
    const body = JSON.stringify({
      type: "Feature",
      geometry: { type: "Point", coordinates: [14.99, 37.75] },
      properties: { collectionType: "" },
    });
    const run = await swath([...words.split(" "), "--data", body, "--dry-run", "--json"]);
    expect(run.exitCode, run.stderr).toBe(3);
    expect(run.stderr).toContain("properties.collectionType");
    expect(run.stderr).toContain("must not be empty");
  },
);
