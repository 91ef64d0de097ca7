/** The man pages as man(1) shows them. */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { collectCommandWords, listLeaves } from "../src/cli/command/command-words.ts";
import { NOUNS, SINGLES } from "../src/commands/index.ts";
import { ERROR_CODES, EXIT_CODES } from "../src/errors.ts";
import { need } from "./need.ts";
import { sampled } from "./sampled.ts";

const run = promisify(execFile);
const MAN = join(resolve(import.meta.dirname, ".."), "man");
const files = (await readdir(MAN)).toSorted();

const isThere = (program: string): Promise<boolean> =>
  run(program, ["--version"]).then(
    () => true,
    () => false,
  );

/** Returns a page as plain text. Rejects if man or groff warns. */
async function shown(file: string, width: number): Promise<string> {
  const env = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", MANWIDTH: String(width), MANROFFOPT: "-ww" };
  const { stdout, stderr } = await run("man", ["--local-file", "--pager=cat", join(MAN, file)], { env });
  const plain = await run("groff", ["-man", "-Tutf8", "-ww", `-rLL=${width}n`, join(MAN, file)], { env });
  expect([stderr, plain.stderr], file).toEqual(["", ""]);
  return stdout;
}

/** Without line breaks; a shell continues a line that ends in a backslash. */
const flat = (text: string): string => text.replaceAll(/ \\\n/g, " ").replaceAll(/\s+/g, " ");

it("REACH-03 there is a page of the program, of each noun and of each command without a noun, and package.json lists it", async () => {
  const names = [...NOUNS, ...SINGLES].map(({ name }) => `swath-${name}.1`);
  expect(files).toEqual(["swath.1", ...names].toSorted());
  // npm links them for a global installation.
  const { man } = JSON.parse(await readFile(join(MAN, "../package.json"), "utf8")) as { man: string[] };
  expect(man.toSorted()).toEqual(files.map((file) => `man/${file}`));
});

/** Returns the pages as texts, by file. Fails if a line other than one to be copied into a shell is too long. */
async function shownAll(paths: readonly string[], width: number): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const file of paths) pages.set(file, await shown(file, width));
  for (const [file, text] of pages)
    for (const line of text.split("\n"))
      if (line.length > width) expect(line.trim(), file).toMatch(/^\S*$|swath |\$/u);
  return pages;
}

it("REACH-03 man renders every page in 80 columns, and a wide terminal's 120, without a warning", async (context) => {
  need((await isThere("man")) && (await isThere("groff")), "man or groff is not installed", context);
  const pages = await shownAll(files, 80);
  await shownAll(sampled(files, 6), 120);
  const words = await collectCommandWords({ nouns: NOUNS, singles: SINGLES });
  for (const { path, flags, args, examples } of listLeaves(words)) {
    const text = flat(pages.get(`swath-${path[0]}.1`)!);
    for (const { term } of [...args, ...flags]) expect(text, path.join(" ")).toContain(term);
    for (const example of examples) expect(text).toContain(flat(example));
  }
  const program = flat(pages.get("swath.1")!);
  for (const { term } of words.globalFlags) expect(program).toContain(term);
  for (const code of [...Object.keys(ERROR_CODES), ...Object.values(EXIT_CODES)])
    expect(program).toContain(code);
});
