/** Rows of words that are refused before any request: in full to people, in parts to scripts. */
import { expect, it } from "vitest";
import type { Bench } from "./bench.ts";

/** Title, words after the command, exit code, place (`CODE at path`), and the text for people. */
export type Refusal = readonly [
  title: string,
  words: string,
  exit: number,
  facts: string,
  ...lines: string[],
];

interface Detail {
  code: string;
  path?: string;
  flag?: string;
  value?: unknown;
  rule?: string;
  message: string;
}

/** Tests each row twice: for a person, and for a script. */
export function refuses({ swath }: Pick<Bench, "swath">, command: string, rows: readonly Refusal[]): void {
  it.each(rows.map((row) => [row[0], row] as const))("%s", async (_title, row) => {
    const [, typed, exit, facts, ...lines] = row;
    const plain = await swath(`${command} ${typed}`);
    expect(plain.stderr).toBe(`Error: ${[...lines, `code ${facts}, exit ${exit}`].join("\n  ")}\n`);
    expect(plain).toMatchObject({ exitCode: exit, stdout: "", requests: [] });

    const json = await swath(`${command} ${typed} --json`);
    expect(json).toMatchObject({ exitCode: exit, stdout: "", requests: [] });
    const { error } = JSON.parse(json.stderr) as { error: Detail & { exitCode: number; details: Detail[] } };
    expect(error).toMatchObject({ code: facts.split(" ")[0], exitCode: exit });
    expect(json.stderr.trimEnd().split("\n")).toHaveLength(1);
    const [detail] = error.details;
    expect(detail).toMatchObject({ code: error.code, flag: expect.stringMatching(/^--[a-z-]+$/) as string });
    if (typed !== "") expect(typed).toContain(detail?.flag);
    expect(facts).toBe(detail?.path === undefined ? detail?.code : `${detail.code} at ${detail.path}`);
  });
}
