/** Characters of typeset texts and chats in place of those of a command line, and ids in the marks of a list. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cleanId, toPlainText } from "../../src/cli/input/look-alikes.ts";
import { openBench } from "./bench.ts";

const { swath } = await openBench({ archiveSize: 400 });

const SEARCH = ["catalog", "search", "--output", "id", "--limit", "1"];

test.each([
  ["—limit", "an em dash", "--limit"],
  ["–-limit=1", "an en dash", "--limit"],
  ["-–limit", "an en dash", "--limit"],
  ["−−limit", "a minus sign", "--limit"],
  ["—api-key=s3cret", "an em dash", "--api-key"],
])(
  "ERRORS-15 %s is a flag with %s: the flag is named, and its value is not shown",
  async (word, dash, meant) => {
    const run = await swath([...SEARCH, word]);
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain(` begins with ${dash}, but a flag begins with two hyphens\n`);
    expect(run.stderr).toContain(`Type ${meant}\n`);
    expect(run.stderr).not.toContain("s3cret");
  },
);

test.each([
  [["catalog\u00a0search"], "non-breaking blank"],
  [["catalog", "search", "--limit\u00a05"], "non-breaking blank"],
  [["catalog", "search", "--place", "“Lisbon”"], 'Type straight quotes: "Lisbon"'],
  [["catalog", "search", "--place=„Lisbon“"], 'Type straight quotes: "Lisbon"'],
  [["catalog", "search", "--place", "“New", "York”"], 'Type straight quotes: "New ..."'],
  [["task", "get", "‘harbour’"], 'Type straight quotes: "harbour"'],
])("ERRORS-15 %j is refused by name", async (words, said) => {
  const run = await swath(words);
  expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
  expect(run.stderr).toContain(said);
});

test.each([
  ["--point", "−9.14，38.71", "-9.14,38.71"],
  ["--bbox", "−10, 38,\u00a0−9, 39", "-10,38,-9,39"],
  ["--from", "2026–01–05", "2026-01-05"],
])("ERRORS-15 numbers and times have one meaning, so %s %s is read as %s", async (flag, pasted, plain) => {
  const [run, wanted] = [await swath([...SEARCH, flag, pasted]), await swath([...SEARCH, flag, plain])];
  expect(run).toMatchObject({ exitCode: 0, stdout: wanted.stdout });
  expect(run.requests[0]?.body).toEqual(wanted.requests[0]?.body);
});

test("ERRORS-15 quotes, dashes and apostrophes within a name stay as they are", async () => {
  const run = await swath(["catalog", "search", "--place", "’s-Hertogenbosch", "--output", "id"]);
  expect(run.stderr).toContain("'s-Hertogenbosch (NL)");
  const create =
    "task create --point -9.1,38.7 --window-open +1d --window 7d --tier standard --type spotlight";
  const name = "Hafen „Nord“ – West";
  const { requests } = await swath([...create.split(" "), "--name", name, "--yes"]);
  expect(requests.at(-1)?.body).toMatchObject({ properties: { taskingrequestName: name } });
  expect((await swath(["task", "get", "--", "—limit"])).stderr).not.toContain("an em dash");
});

test("ERRORS-15 an id in the quotes, commas or brackets of a list is the id, as an argument, a flag and on stdin", async () => {
  const found = await swath(["catalog", "search", "--limit", "1", "--output", "id"]);
  const id = found.stdout.trim();
  for (const pasted of [`"${id}",`, `'${id}'`, `["${id}"]`, `${id},`, `${id};`]) {
    const run = await swath(["catalog", "search", "--id", pasted, "--output", "id"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: `${id}\n` });
    const preview = await swath(["order", "review", pasted]);
    expect(preview.requests.at(-1)?.body).toMatchObject({ items: [{ granuleId: id }] });
  }
  for (const stdin of [`["${id}","${id}"]`, `[\n  "${id}",\n  "${id}"\n]\n`])
    expect(await swath(["catalog", "search", "--id", "-", "--output", "id"], { stdin })).toMatchObject({
      exitCode: 0,
      stdout: `${id}\n`,
    });
});

const ID = fc.stringMatching(/^[\w.:/-]{4,40}$/);
const MARKS = fc.stringMatching(/^[["'“‘\s]{0,3}$/);

test("ERRORS-15 cleaning finds every id in its marks, and changes no name with blanks", () => {
  fc.assert(
    fc.property(ID, MARKS, (id, marks) => {
      const end = marks
        .split("")
        .toReversed()
        .map((mark) => ENDS[mark] ?? mark);
      expect(cleanId(`${marks}${id}${end.join("")},`)).toBe(id);
      expect(cleanId(id)).toBe(id);
      expect(cleanId(`${id} ${id},`)).toBe(`${id} ${id},`);
    }),
  );
});

const ENDS: Readonly<Record<string, string>> = { "[": "]", "“": "”", "‘": "’" };

test("ERRORS-15 a text of printable ASCII is plain", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[!-~]*$/), (text) => {
      expect(toPlainText(text)).toBe(text);
    }),
  );
});
