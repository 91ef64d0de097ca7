/**
 * One task, moved through time with the sandbox's clock: a GeoJSON file becomes a task, its estimate is approved, the scheduler
 * accepts it, a satellite passes, its collects are ordered, downloaded, retasked, and made a series that ends by its count.
 * Only the built program and a shell.
 */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { shell } from "./swath.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";

/** Etna, whose summit is often watched from space. */
const ETNA = JSON.stringify({
  type: "Feature",
  geometry: { type: "Point", coordinates: [14.9934, 37.751] },
  properties: { taskingrequestName: "etna" },
});

/** A fixed morning, so that the same satellites pass in every run; in the future, so that no window is past. */
const START = "swath sandbox clock --mode manual --set 2031-03-01T06:00:00Z";
const WINDOW = "--window-open 2031-03-01T12:00:00Z --window 5d";
const env = { SWATH_PROFILE: "sandbox", CI: "1" };

async function homeWithEtna(): Promise<string> {
  const home = await testFolder();
  await writeFile(join(home, "etna.geojson"), ETNA);
  return home;
}

const imagesIn = async (home: string): Promise<string[]> =>
  (await readdir(join(home, "imagery"), { recursive: true })).filter((name) => name.endsWith("_HH.tif"));

describe("from a task to its files", () => {
  it("GEN-06 GEN-07 GEN-08 in a script: JSON, queries and the clock", async () => {
    const home = await homeWithEtna();
    const { code, stdout, stderr } = await shell(
      `
        set -e
        json() { swath "$@" --output json; }
        say() { echo "$1 $2"; }
        ${START} --quiet > /dev/null

        task=$(json task create --file etna.geojson ${WINDOW} --tier standard --type spotlight --query properties.taskingrequestId | tr -d '"')
        say created "$(json task get "$task" --query properties.lastStatusCode)"
        swath sandbox clock --advance 5m > /dev/null
        say estimate "$(json task get "$task" --query properties.order.summary.total)"
        swath task approve "$task" --yes --max-cost 1500 > /dev/null
        swath sandbox clock --advance 10m > /dev/null
        say taken "$(json task get "$task" --query properties.lastStatusCode)"
        swath sandbox clock --advance 5d > /dev/null
        say flown "$(json task get "$task" --query properties.lastStatusCode)"
        say states "$(json task get "$task" --query 'properties.statusHistory[].code' | tr -d '\\n ')"

        order=$(json order task "$task" --yes --download imagery --query orderId | tr -d '"')
        say again "$(json order download "$order" --out-dir imagery --query failed)"

        collect=$(json task get "$task" --query 'properties.collectIds[0]' | tr -d '"')
        retask=$(json collect retask "$collect" --query properties.taskingrequestId | tr -d '"')
        say angle "$(json search tasks --where "taskingrequestId=$task" --query '[0].properties.statusHistory[1].message')"
        say window "$(json task get "$retask" --query '[properties.collectConstraints.offNadirMin, properties.collectConstraints.offNadirMax]' | tr -d '\\n ')"

        now=$(json sandbox clock --query now | tr -d '"')
        series=$(json repeat create --file etna.geojson --from "$now" --interval 2 --count 2 --tier routine --type spotlight --query properties.repeatrequestId | tr -d '"')
        swath sandbox clock --advance 5m > /dev/null
        swath repeat approve "$series" --yes --max-cost 2250 > /dev/null
        swath sandbox clock --advance 1h > /dev/null
        say running "$(json repeat get "$series" --query properties.lastStatusCode)"
        swath sandbox clock --advance 10d > /dev/null
        say ended "$(json repeat get "$series" --query 'properties.[repeatrequestName, lastStatusCode, lastStatusMessage]' | tr -d '\\n')"
        say members "$(json search tasks --where "repeatrequestId=$series" --query '[].properties.lastStatusCode' | tr -d '\\n ')"
        `,
      { home, env },
    );
    expect(code, stderr).toBe(0);
    const said = Object.fromEntries(
      stdout
        .trim()
        .split("\n")
        .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
    );
    const angle = Number(/look angle ([\d.]+)/.exec(said["angle"] ?? "")?.[1]);
    const [least, most] = JSON.parse(said["window"] ?? "[]") as number[];
    expect(least).toBeCloseTo(Math.max(5, angle - 5), 0);
    expect(most).toBeCloseTo(Math.min(50, angle + 5), 0);
    expect(said).toMatchObject({
      created: '"review"',
      estimate: '"$1,250.00"',
      taken: '"accepted"',
      flown: '"completed"',
      states: '["completed","accepted","submitted","review"]',
      again: "0",
      running: '"accepted"',
      members: '["completed","completed"]',
    });
    expect(said["ended"]).toMatch(/"etna".*"completed".*"ended after 2 completed acquisitions"/);
    expect(await imagesIn(home)).toHaveLength(3);
  });

  it("APPROVE-05 APPROVE-07 GEN-08 on a terminal: asked before anything costs money, tables and words", async (context) => {
    need(HAS_TERMINAL, NEEDS_TERMINAL, context);
    const home = await homeWithEtna();
    const terminal = await openTerminal(
      `
        ${START}
        swath task create --file etna.geojson ${WINDOW} --tier standard --type spotlight
        task=$(swath search tasks --output id)
        swath task cost "$task"
        swath sandbox clock --advance 5m
        swath task approve "$task" || echo "exit $?"
        swath task approve "$task"
        swath sandbox clock --advance 10m
        swath task get "$task" --history
        swath sandbox clock --advance 5d
        swath order task "$task" --download imagery
        collect=$(swath task get "$task" --query 'properties.collectIds[0]')
        swath collect retask "$collect" --window-close 2031-03-12T00:00:00Z
        swath repeat create --file etna.geojson --from 2031-03-06T06:30:00Z --interval 2 --count 2 --tier routine --type spotlight
        series=$(swath search repeats --output id)
        swath sandbox clock --advance 5m
        swath repeat approve "$series"
        swath sandbox clock --advance 10d
        swath repeat get "$series" --history
        echo "the end"
        `,
      { home, env: { SWATH_PROFILE: "sandbox" } },
    );
    const question = /\(y\/N\)/;
    await terminal.shows(/Task [0-9a-f-]{36} created \(review\)/);
    expect(await terminal.shows(question)).toMatch(
      /not ready[^]*Approve "etna": 25 km2 .*, spotlight standard, .*: \$1,250\.00\?/,
    );
    // Enter alone is no: nothing was approved.
    terminal.type("\r");
    await terminal.shows(/exit 12/);
    await terminal.shows(question);
    terminal.type("y\r");
    expect(await terminal.shows(/newest first:\s+.*accepted.*/)).toMatch(
      /ID\S* +\S*OUTCOME[^]*approved +submitted/,
    );
    expect(await terminal.shows(question)).toContain("Order everything that task");
    terminal.type("y\r");
    await terminal.shows(/created from collect/);
    expect(await terminal.shows(question)).toMatch(/Approve .*: 2 x \$1,125\.00 = \$2,250\.00\?/);
    terminal.type("y\r");
    expect(await terminal.shows(/the end/)).toMatch(/completed +ended after 2 completed acquisitions/);
    expect(await terminal.ended).toBe(0);
    expect(await imagesIn(home)).toHaveLength(3);
  });
});
