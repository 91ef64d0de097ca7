/** Odd searches: the error explains the fault, and the suggestion works. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { words } from "./split-line.ts";

const { swath } = await openBench();

describe("a typing error gets a suggestion that works", () => {
  it.each([
    ["--where 'view:incidence_agle<30'", "--where 'view:incidence_angle<30'"],
    ["--where product=GOE", "--where product=GEO"],
    ["--product-type GOE", "--product-type GEO"],
    ["--orbit-state ascendng", "--orbit-state ascending"],
    ["--bbox 10,50,5,40", "--bbox 10,40,5,50"],
    ["--bbox -200,-20,-170,-10", "--bbox 160,-20,-170,-10"],
    ["--sort datetime:down", "--sort datetime:desc"],
    ["--sort datetme", "--sort datetime"],
    ["--place Lisbn", "--place Lisbon"],
    ["--limit 20 --place Lisbon --radius 20", "--limit 20 --place Lisbon --radius 20km"],
    ["--place Lisbon --radius 20km --min-cover 0.5", "--place Lisbon --radius 20km --min-cover 50%"],
    ["--bbox -9.5,38.5,-9,39 --cheapest", "--bbox -9.5,38.5,-9,39 --cheapest --cover"],
  ])("catalog search %s", async (slip, meant) => {
    const run = await swath(words(`catalog search ${slip}`));
    expect(run).toMatchObject({ stdout: "", requests: [] });
    expect(run.exitCode).toBeGreaterThan(1);
    const command = `catalog search ${meant}`;
    expect(run.stderr).toMatch(/Did you mean|Add --cover/);
    for (const word of words(command).filter((each) => !words(`catalog search ${slip}`).includes(each)))
      expect(run.stderr).toContain(word.replace(/^product=|<30$/g, ""));
    expect((await swath(words(command))).exitCode).toBe(0);
  });

  it.each([
    ["--where 'product!=GEO'", "has no operator !=: it must be one of = < <= > >="],
    ["--where 'product<>GEO'", "has no operator <>: it must be one of = < <= > >="],
    ["--where 'platform~vendor'", "has no operator ~: it must be one of = < <= > >="],
    [`--file '{"type":"Point"}'`, "--file: the Point has no coordinates"],
    ["Lisbon", "A place has a flag: swath catalog search --place Lisbon"],
  ])("catalog search %s", async (slip, says) => {
    const run = await swath(words(`catalog search ${slip}`));
    expect(run.exitCode).toBeGreaterThan(1);
    expect(run.requests).toEqual([]);
    expect(run.stderr).toContain(says);
  });
});

describe("an empty result", () => {
  const person = { stdoutTTY: true, stderrTTY: true, columns: 120 };

  it("two contradictory conditions are reported", async () => {
    const { stderr } = await swath(words("catalog search --where 'incidence<20' --where 'incidence>40'"));
    expect(stderr).toContain("view:incidence_angle cannot be > 40 and < 20 at once: nothing matches\n");
    const met = await swath(
      words("catalog search --where 'incidence<=40' --where 'incidence>=40' --limit 1"),
    );
    expect(met.stderr).not.toContain("at once");
  });

  it.each([
    ["--orbit-state descending --collection nowhere", "--orbit-state and --collection"],
    ["--place Lisbon --radius 20km --to 2020-02-01", "--to"],
  ])(
    "catalog search %s: a terminal shows which condition to drop to find something",
    async (given, without) => {
      const { stderr } = await swath(words(`catalog search ${given}`), person);
      expect(stderr).toContain(`without ${without} the same search finds some\n`);
      const script = await swath(words(`catalog search ${given}`));
      expect(script.requests).toHaveLength(1);
      expect(script.stderr).not.toContain("the same search");
    },
  );

  it("VIEW-03 if no scene covers enough alone, reports the largest share, and the command for several", async () => {
    const search = "catalog search --place Lisbon --radius 100km";
    const { stderr } = await swath(words(`${search} --min-cover 90%`), person);
    expect(stderr).toMatch(/^0 of \d+ scenes cover at least 90% of the area; the best one covers [\d.]+%$/m);
    expect(stderr).toContain("Add --cover in place of --min-cover");
  });
});
