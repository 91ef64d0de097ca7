import { Command } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { NOUNS, SINGLES } from "../../src/commands/index.ts";
import { openBench } from "./bench.ts";

const { swath } = await openBench();

describe("P25 DESK-24 single quotes, which cmd passes on", () => {
  const ask = (more: readonly string[], env: Record<string, string> = {}, platform = "win32") =>
    swath(["catalog", "search", "--limit", "1", "--json", ...more], { platform, env });
  const NOTE = "the single quotes are part of the value in cmd";

  it("are reported, and the result stays", async () => {
    const run = await ask(["--query", "'[].id'"]);
    expect([run.exitCode, run.stdout]).toEqual([0, '"[].id"\n']);
    expect(run.stderr).toContain(`'[].id': ${NOTE}. Use double quotes`);
    expect((await ask(["--where='view:incidence_angle>1'"])).stderr).toContain(NOTE);
  });

  it("are not reported where they are no mistake for sure", async () => {
    const query = ["--query", "'[].id'"];
    for (const run of [
      await ask(query, {}, "linux"),
      await ask(query, { PSModulePath: "a;b;c" }),
      await ask(query, { SHELL: "/usr/bin/bash" }),
      await ask(["--query", "[].id | [?@ != 'a']"]),
    ])
      expect([run.exitCode, run.stderr]).toEqual([0, expect.not.stringContaining(NOTE)]);
  });

  it("stand in the help around JSON only", async () => {
    const loads = [
      ...NOUNS.flatMap(({ verbs, own }) => [...Object.values(verbs), ...(own === undefined ? [] : [own])]),
      ...SINGLES.map(({ load }) => load),
    ];
    const texts = await Promise.all(
      loads.map(async (load) => {
        const { examples, syntax } = await load();
        return [...examples, ...syntax(new Command()).options.map(({ description }) => description)];
      }),
    );
    const quoted = texts.flat().flatMap((text) => text.match(/(?<=^|[ (])'.*?'(?=[ ,)]|$)/g) ?? []);
    expect(quoted.filter((word) => !word.startsWith("'{\""))).toEqual([]);
    expect(quoted).not.toEqual([]);
  });
});
