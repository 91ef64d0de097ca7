/** Every message of help and errors, read for phrases that were given up because a reader had to read them twice. */
import { expect, it } from "vitest";
import { readWords } from "../../src/cli/command/read-words.ts";
import { helpTopic } from "../../src/cli/help/help-topics.ts";
import { TOPIC_NAMES } from "../../src/cli/help/root-help.ts";
import { NOUNS, SINGLES } from "../../src/commands/index.ts";
import { ERROR_CODES, EXIT_CODES } from "../../src/errors.ts";
import { filesBelow, readSource } from "../architecture/sources.ts";

/** Phrases and no words, since `place`, `cost`, `look` and `attempt` are good words elsewhere. */
const GIVEN_UP = [
  "far side",
  "whoever",
  "nobody can",
  "nobody knows",
  "nobody read",
  "somebody else",
  "is told",
  "was told",
  "told nothing",
  "goes on without",
  "without us",
  "gets its name only",
  "said so",
  "you said no",
  "looking whether",
  "look whether",
  "looked into",
  "never half",
  "its other half",
  "mend it",
  "mend the",
  "mended",
  "in no sum",
  "no sum has",
  "what proves who",
  "unproven",
  "do as well",
  "answer the same",
  "in-the-way",
  "goes on with",
  "go on where",
  "go on with:",
  "ended well",
  "lies ahead",
  "what came of",
  "became of it",
  "made anew",
  "begin anew",
  "within reach",
  "brought nothing",
  "tell its time",
  "says nothing without",
  "both say",
  "is whole",
  "are whole",
  "once more",
  "no business",
  "has no place there",
  "of patience",
  "are no objects",
  "are no items",
  "is no field",
  "it is not said",
  "gone out by then",
];

const faultsIn = (text: string): string[] => {
  const plain = text.replaceAll(/\s+/g, " ").toLowerCase();
  return GIVEN_UP.filter((phrase) => plain.includes(phrase));
};

/** String literals and templates of a source, without its comments and imports. */
function messagesOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*(?:\/\/|import ).*$/gm, "");
  return code.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
}

it("no message of the source code has a phrase that was given up", () => {
  const faults = filesBelow("src", ".ts")
    .filter((path) => !path.includes("generated") && !path.startsWith("src/sandbox/imagery/"))
    .flatMap((path) =>
      messagesOf(readSource(path).text).flatMap((message) =>
        faultsIn(message).map((phrase) => `${path}: ${phrase}: ${message}`),
      ),
    );
  expect(faults).toEqual([]);
});

it("no page of help has one either, nor the tables of errors and exit codes", async () => {
  const tree = { nouns: NOUNS, singles: SINGLES };
  const paths = [
    ...SINGLES.map(({ name }) => [name]),
    ...NOUNS.flatMap(({ name, verbs }) => [[name], ...Object.keys(verbs).map((verb) => [name, verb])]),
  ];
  const pages = await Promise.all(
    paths.map(async (path) => {
      const asked = await readWords(tree, [...path, "--help"], { width: 80 });
      return "text" in asked ? asked.text : "";
    }),
  );
  expect(pages.filter((page) => page === "")).toEqual([]);
  const tables = [
    ...Object.values(ERROR_CODES).map(([, condition]) => condition),
    ...Object.values(EXIT_CODES),
  ];
  const topics = TOPIC_NAMES.map((name) => helpTopic(name, 80) ?? "");
  const faults = [...pages, ...topics, ...tables].flatMap((text) =>
    faultsIn(text).map((phrase) => `${phrase}: ${text.slice(0, 60)}`),
  );
  expect(faults).toEqual([]);
});

it("a phrase is found across a line break, and a good word alone is none", () => {
  expect(faultsIn("It goes on\n  without us.")).toEqual(["goes on without", "without us", "goes on with"]);
  expect(faultsIn("the look direction of this place, its cost, the second attempt")).toEqual([]);
});
