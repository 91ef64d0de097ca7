/**
 * Checks the wording of messages, comments, test titles and docs: `npm run lint` runs it.
 *
 * Each rule has a pattern, the better words, and an example that the pattern must match. English here has short sentences that
 * start with their subject, and one noun for each thing (docs/glossary.md). Names of operators and tools are refused too.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { foreignWords } from "./foreign-words.mjs";

const ALL = ["message", "source comment", "comment", "title", "docs"];
/** `source comment`: a comment of `src/`. */
const SOURCE = ["message", "source comment"];
const WRITTEN = ["message", "source comment", "title"];
/** The application and the commands do not keep the rules about these files yet. */
const LOWER_LAYERS = /^src\/(?!app\/|cli\/|commands\/|domain\/|docs\/)/u;

const ROOT = join(import.meta.dirname, "..");
const NOUNS = readdirSync(join(ROOT, "src/commands")).map((name) => name.replace(/\.ts$/u, ""));

/**
 * `words` are refused in texts of these kinds; `use` is written in their place. `like` is a text that the rule must find. A kind is
 * added to a rule as soon as no text of that kind breaks it. `paths`: only texts in these files; `except`: not in these.
 */
const RULES = [
  // Sentences start with their subject.
  {
    in: ["source comment", "title"],
    words: /(?:^|[.!:] )Of (?!course)/u,
    use: "the subject first",
    like: "Of several files none is left",
  },
  {
    in: ["message", "source comment", "title", "docs"],
    words: /(?:^|[.!] )So many\b/u,
    use: "the noun",
    like: "So many are kept",
  },
  {
    in: ["message", "source comment", "title", "docs"],
    words: /(?:^|[.!] )As it\b/u,
    use: "the noun",
    like: "As it came",
  },
  {
    in: ["source comment", "title"],
    words: /(?:^|[.!] )(?:What|Where) (?![^.]*\?)/u,
    use: "the noun",
    like: "What is listed is found",
  },
  {
    in: ["source comment", "title"],
    words: /(?:^|[.!] )The same\b/u,
    use: "the noun",
    like: "The same for tasks",
  },
  { in: ALL, words: /\bthat which\b/iu, use: "the noun", like: "that which was sent" },
  {
    in: ALL,
    words: /\bone? (?:item|scene|page) an? (?:line|row|page|file)\b/iu,
    use: "one item per row",
    like: "one item a row",
  },
  {
    in: ["function comment"],
    paths: LOWER_LAYERS,
    words: /^(?![A-Z][a-z]+s,? |`[A-Z]+`? |Called |Spec silent)\S+/u,
    use: 'a verb first, such as "Returns"',
    like: "The parts of a run that waiting requires",
    unlike: "Returns, for each row, its parts",
  },
  // One noun and one plain verb for each thing.
  { in: WRITTEN, words: /\bfar side\b|\bwhoever\b/iu, use: "service", like: "the far side answers" },
  {
    in: WRITTEN,
    words: /\bnobody\b|\bsomebody\b/iu,
    use: "a passive, or who it is",
    like: "nobody knows it",
  },
  {
    in: WRITTEN,
    words:
      /\b(?:is|was) told\b|\btold nothing\b|\bsaid so\b|\byou said no\b|\bit is not said\b|\bis said of\b/iu,
    use: "reported, declined, unknown",
    like: "the price is told",
  },
  {
    in: WRITTEN,
    words: /\bgoes on with(?:out)?\b|\bgo on (?:where|with:)|\bwithout us\b|\bbegin anew\b|\bmade anew\b/iu,
    use: "resumes, continues, is created again",
    like: "it goes on without it",
  },
  { in: WRITTEN, words: /\bonce more\b|\bafresh\b/iu, use: "again", like: "run it once more" },
  {
    in: WRITTEN,
    words: /\blook(?:ing)? whether\b|\blooked into\b|\blies ahead\b|\bwithin reach\b/iu,
    use: "checks, checked, is still to come, reachable",
    like: "looking whether it is there",
  },
  {
    in: WRITTEN,
    words: /\bnever half\b|\bits other half\b|\b(?:is|are) whole\b|\bended well\b|\bunproven\b/iu,
    use: "complete, verified, succeeded",
    like: "the file is whole",
  },
  {
    in: WRITTEN,
    words: /\bmend(?:ed| it\b| the\b)/iu,
    use: "repair, repaired, fix",
    like: "mend the folder",
  },
  { in: WRITTEN, words: /\bin no sum\b|\bno sum has\b/iu, use: "not in the total", like: "it is in no sum" },
  {
    in: WRITTEN,
    words: /\bwhat (?:proves who|came of)\b|\bbecame of it\b|\bbrought nothing\b/iu,
    use: "the credential, the outcome, no result",
    like: "what came of it",
  },
  {
    in: WRITTEN,
    words: /\bdo as well\b|\banswer the same\b|\bboth say\b|\bsays nothing without\b|\btell its time\b/iu,
    use: "a plain verb",
    like: "both say it",
  },
  {
    in: WRITTEN,
    words: /\bare no (?:objects|items)\b|\bis no field\b/iu,
    use: "are not objects, is not a field",
    like: "these are no items",
  },
  {
    in: WRITTEN,
    words:
      /\bno business\b|\bhas no place there\b|\bof patience\b|\bin-the-way\b|\bgets its name only\b|\bgone out by then\b/iu,
    use: "a plain sentence",
    like: "it has no business there",
  },
  {
    in: SOURCE,
    // A manifest contains this word in a proof.
    words: /(?<!of a second |[-/])\brepl(?:y|ies)\b/iu,
    use: "response",
    like: "the reply is too large",
  },
  {
    in: SOURCE,
    words: /\b(?:its|the|no) answer has\b|\bno answer \(/iu,
    use: "response",
    like: "its answer has no id",
  },
  { in: ALL, words: /\bthe (?:former|latter)\b/iu, use: "the noun", like: "the latter is returned once" },
  {
    in: [...SOURCE, "title"],
    words: /,? too(?=[.:;]|$)/iu,
    use: "also, before the verb",
    like: "errors are JSON too",
  },
  {
    in: SOURCE,
    words:
      /\b(?:manifest|body|footer|header|service|dialect|response|folder|journal|file|page|record|status|profile) says\b/iu,
    use: "has, contains, reports",
    like: "not what the manifest says",
  },
  {
    in: SOURCE,
    words: /\b(?:search|searches|review|patch|order|paged) answers? (?:GET|POST|nothing|an? |the |\{|\d)/u,
    use: "returns, supports",
    like: "catalog search answers a bare array",
  },
  { in: SOURCE, words: /\btries\b/iu, use: "retries, attempts", like: "after three tries" },
  {
    in: WRITTEN,
    words: /\b(?:note|warning|message|list|file|reply|response|column) says?\b|\bsays so\b/iu,
    use: "reports, shows, contains",
    like: "a note says so",
  },
  // Below the edge no message has a flag or a command, since a library has neither: only next steps have.
  {
    in: ["sentence"],
    paths: /^src\/(?:app|client|contract|domain|money|settings)\//u,
    // The first has the commands of each endpoint, the second a mark at the start of a file.
    except: /^src\/(?:contract\/endpoints|money\/store\/record-index)\.ts$/u,
    words: new RegExp(`--(?!x\\b)[a-z]|\\bswath (?:${NOUNS.join("|")})\\b`, "u"),
    use: "a next step (src/hint.ts), where it is known to be one: `next`, `Hint`, swath`...`",
    like: "type swath order x",
    unlike: "-- and swath itself",
  },
];

/** Source code of `src/` that writes a hint in a form that cannot be typed. */
const CODE_RULES = [
  {
    words: /\bhint(?:: ?|\s*=\s*)["`](?!swath |npm |--)[a-z][^"`]*/gu,
    use: "a hint that begins with a capital, with a command or with a flag",
    like: '{ hint: "run it again" }',
  },
  {
    words:
      /(?:\bhint(?:: ?|\s*=\s*|\()|\bcheck: \(\w*\) => |\.(?:note|warn)\(\s*)(?:advice)?(["`])[^"`]*\bswath (?!help |\$)[a-z]+/gu,
    use: "swath`...`, which adds the flags of the run and quotes for the shell",
    like: '{ hint: "Type: swath auth login" }',
    unlike: "{ hint: advice`Type: ${swath`auth login`}` }",
  },
  {
    // Double quotes in a word cannot be typed into every shell, and a name with a colon needs them.
    except: /^src\/cli\/output\/query-result\.ts$/u,
    words:
      /["`](?=[A-Z])[^"`]*?--[a-z][a-z-]*[ =](?:['\d+@{]|-[\d.]|\$\{|[A-Z]\w+(?!\w|=<)|\.\.\/|https?:|[^\s"`<]*[_,=:.\d][^\s"`<])[^"`]*/gu,
    use: "typed(...), which quotes a value for the shell at hand",
    like: '{ hint: "For example: --point -9.14,38.71" }',
    unlike: '{ hint: "Raise --max-cost, or order fewer items" }',
  },
];

const PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "src/money/README.md"];
/** Made from strings that are read in `src/`, or data. */
const GENERATED = /\.generated\.ts$|^docs\/reference\.md$/u;
/** The table of rules quotes the words that it refuses. */
const EXEMPT = /^build\/lint-words\.mjs$|^test\/(?:fixtures|examples)\/|^test\/requirements\.md$/u;

const filesOf = (folders, extension) =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => extension.test(path) && !path.includes("/node_modules/")),
  );

const filesBelow = (folder, extension) =>
  filesOf([folder], extension).filter((path) => !GENERATED.test(path) && !EXEMPT.test(path));

const read = (path) => readFileSync(join(ROOT, path), "utf8");
const plain = (text) => text.replaceAll(/\s+/gu, " ").trim();

/** Texts of one source file: comments, and strings with `x` for each value. A test title is a string of its own kind. */
function* textsOfSource(path) {
  const text = read(path);
  const lineAt = lineCounter(text);
  const { program, comments } = parseSync(path, text);
  yield* textsOfComments(comments, lineAt, path.startsWith("src/") ? "source comment" : "comment");
  const starts = functionStarts(program);
  for (const { value, end, start } of comments)
    if (value.startsWith("*") && starts.has(end + text.slice(end).search(/\S/u)))
      yield {
        kind: "function comment",
        line: lineAt(start),
        text: plain(value.replaceAll(/^\s*\*/gmu, " ")),
      };
  const strings = path.startsWith("test/") ? "other" : "message";
  for (const { node, isTitle } of stringsBelow(program))
    yield { kind: isTitle ? "title" : strings, line: lineAt(node.start), text: plain(wordsOf(node)) };
  for (const { node } of stringsBelow(program, false, isHint))
    yield { kind: "sentence", line: lineAt(node.start), text: plain(wordsOf(node)) };
}

/** Line comments on consecutive lines are one text. */
function* textsOfComments(comments, lineAt, kind) {
  let open;
  for (const { type, value, start } of comments) {
    const line = lineAt(start);
    if (type === "Line" && open?.last === line - 1) {
      open.text += ` ${value}`;
      open.last = line;
      continue;
    }
    if (open !== undefined) yield { ...open, text: plain(open.text) };
    open = undefined;
    if (type === "Line") open = { kind, line, last: line, text: value };
    else yield { kind, line, text: plain(value.replaceAll(/^\s*\*/gmu, " ")) };
  }
  if (open !== undefined) yield { ...open, text: plain(open.text) };
}

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

/** Positions at which functions and methods begin, except constructors, getters and setters. */
function functionStarts(node, starts = new Set(), parent = node) {
  const { init } = node.declarations?.[0] ?? {};
  const isMethod = node.kind === "method";
  if (isMethod || node.type === "FunctionDeclaration" || FUNCTIONS.has(init?.type))
    starts.add(parent.type === "ExportNamedDeclaration" ? parent.start : node.start);
  for (const child of Object.values(node).flat())
    if (typeof child?.type === "string") functionStarts(child, starts, node);
  return starts;
}

const TITLED = new Set(["test", "it", "describe"]);

const HINTS = new Set(["hint", "typed"]);
const MESSAGES = new Set(["note", "warn"]);

/** Reports whether a part of the program is a next step: by its type, its name, its tag, or the function that takes it. */
function isHint(node, parent) {
  if (node.type === "TaggedTemplateExpression" || parent?.key?.name === "next") return true;
  if (isTypedAsHint(node.returnType) || isTypedAsHint(node.id?.typeAnnotation)) return true;
  if (isTypedAsHint(node.init?.returnType) || node.id?.name === "next") return true;
  const at = parent?.type === "CallExpression" ? parent.arguments.indexOf(node) : -1;
  const name = parent?.callee?.property?.name ?? parent?.callee?.name;
  return (at >= 0 && HINTS.has(name)) || (at === 1 && MESSAGES.has(name));
}

const isTypedAsHint = (type) =>
  type?.type === "TSTypeReference"
    ? type.typeName.name === "Hint" || (type.typeArguments?.params ?? []).some(isTypedAsHint)
    : ["typeAnnotation", "elementType", "elementTypes", "types"].some((key) =>
        [type?.[key] ?? []].flat().some(isTypedAsHint),
      );

function* stringsBelow(node, isTitle = false, isLeftOut = () => false, parent) {
  if (node.type === "ImportDeclaration" || node.type === "TSLiteralType") return;
  if (isLeftOut(node, parent)) return;
  if (node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string"))
    yield { node, isTitle };
  for (const [key, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === "string")
        yield* stringsBelow(
          child,
          key === "arguments" && child === value[0] && TITLED.has(calleeName(node)),
          isLeftOut,
          node,
        );
}

/** `test` in `test("...")`, `test.each(rows)("...")` and `test.skipIf(reason)("...")`. */
function calleeName({ callee }) {
  let at = callee;
  while (at?.type === "CallExpression" || at?.type === "MemberExpression") at = at.callee ?? at.object;
  return at?.name;
}

const wordsOf = (node) =>
  node.type === "Literal" ? node.value : node.quasis.map(({ value }) => value.cooked ?? value.raw).join("x");

function lineCounter(text) {
  const ends = [...text.matchAll(/\n/gu)].map(({ index }) => index);
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Paragraphs, list entries and table rows of a page, without its code. */
function* textsOfPage(path) {
  let isCode = false;
  let open;
  for (const [at, line] of read(path).split("\n").entries()) {
    const isFence = /^\s*```/u.test(line);
    if (isFence) isCode = !isCode;
    const isStart = /^\s*(?:[-*|#>]|\d+\. )/u.test(line) || line.trim() === "";
    if ((isStart || isFence || isCode) && open !== undefined) {
      yield { ...open, text: plain(open.text) };
      open = undefined;
    }
    if (isCode || isFence || line.trim() === "") continue;
    const words = line.replaceAll(/`[^`]*`/gu, "x").replace(/^\s*(?:[-*|#>]+|\d+\.)\s*/u, "");
    if (open === undefined) open = { kind: "docs", line: at + 1, text: words };
    else open.text += ` ${words}`;
  }
  if (open !== undefined) yield { ...open, text: plain(open.text) };
}

function* textsOfAll() {
  for (const path of ["src", "test", "build", "bin"].flatMap((folder) =>
    filesBelow(folder, /\.(?:ts|mjs|js)$/u),
  ))
    for (const text of textsOfSource(path)) yield { path, ...text };
  for (const path of [...PAGES, ...filesBelow("docs", /\.md$/u)])
    for (const text of textsOfPage(path)) yield { path, ...text };
}

/** Throws if a rule does not find its own example: such a rule would never find anything. */
function requireSound() {
  for (const { words, like, unlike } of [...RULES, ...CODE_RULES]) {
    if (like.search(words) === -1) throw new Error(`${words} does not find "${like}"`);
    if (unlike !== undefined && unlike.search(words) !== -1) throw new Error(`${words} finds "${unlike}"`);
  }
}

function* faults() {
  for (const { path, line, kind, text } of textsOfAll())
    for (const rule of RULES) {
      const isMeant =
        rule.in.includes(kind) && rule.paths?.test(path) !== false && rule.except?.test(path) !== true;
      const found = isMeant ? rule.words.exec(text) : null;
      if (found !== null) yield `${path}:${line}: "${found[0].trim()}" in a ${kind}. Better: ${rule.use}`;
    }
  for (const path of filesBelow("src", /\.ts$/u)) {
    const text = read(path);
    const lineAt = lineCounter(text);
    for (const rule of CODE_RULES)
      for (const { index, 0: found } of rule.except?.test(path) ? [] : text.matchAll(rule.words))
        yield `${path}:${lineAt(index)}: ${found}. Better: ${rule.use}`;
  }
  for (const path of [
    ...filesOf(["src", "test", "build"], /\.(?:ts|mjs)$/u),
    ...filesOf(["docs", "test"], /\.md$/u),
    ...PAGES,
  ])
    for (const word of foreignWords(`${path} ${read(path)}`))
      yield `${path}: "${word}" is the name of an operator or a tool. Better: vendor`;
}

requireSound();
const found = [...faults()];
for (const fault of found) process.stderr.write(`${fault}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
