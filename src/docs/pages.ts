import { joinSections } from "./markdown.ts";

/**
 * The pages of the documentation in the order of the sidebar. A page's title is its heading, and its summary is the paragraph
 * below the heading. A test compares the table with the folder `docs/`.
 */
interface PageGroup {
  title: string;
  /** Files of `docs/`. */
  pages: readonly string[];
}

export const PAGE_GROUPS: readonly PageGroup[] = [
  { title: "Begin", pages: ["start.md", "install.md", "shells.md", "profiles.md"] },
  {
    title: "Imagery of the archive",
    pages: ["find.md", "choose.md", "order.md", "download.md", "deliveries.md"],
  },
  { title: "New imagery", pages: ["task.md", "series.md"] },
  { title: "Money", pages: ["spending.md", "quotes.md"] },
  {
    title: "Every day",
    pages: ["exports.md", "watch.md", "scripts.md", "library.md", "assistants.md", "sandbox.md"],
  },
  { title: "Look up", pages: ["troubleshooting.md", "reference.md", "decisions.md"] },
  {
    title: "Inside swath",
    pages: [
      "architecture.md",
      "glossary.md",
      "adr/0001-spend-journal.md",
      "adr/0002-sandbox-as-the-other-end.md",
      "adr/0003-bundling-without-runtime-dependencies.md",
      "adr/0004-lazy-loading.md",
      "adr/0005-transfer-engine.md",
      "adr/0006-conf-writes-settings.md",
      "adr/0007-help-and-suggestions.md",
      "adr/0011-places-from-open-data.md",
      "adr/0012-completion-asks-the-program.md",
      "adr/0013-watch-by-ids.md",
      "adr/0014-quotes.md",
      "adr/0015-own-node.md",
      "adr/0016-undici-over-our-stream.md",
      "adr/0017-sqlite-of-node.md",
      "adr/0018-journal-as-a-folder.md",
      "adr/0019-work-beside-libraries.md",
    ],
  },
];

interface Page {
  /** The name of the file in `docs/`. */
  file: string;
  title: string;
  summary: string;
}

/** Reads the title and the summary of a page. Throws if the page does not begin with a heading and a paragraph. */
export function readPage(file: string, text: string): Page {
  const [, title, summary] = /^# (.+)\n\n([A-Z`][^]*?)(?:\n\n|\n*$)/.exec(text) ?? [];
  if (title === undefined || summary === undefined)
    throw new Error(`docs/${file} does not begin with a heading and a paragraph`);
  return { file, title, summary: summary.replaceAll("\n", " ") };
}

// `docs/llms.txt` is the list of pages for assistants, in the form of llmstxt.org. The pages are in the same folder.

export const writeLlmsText = (groups: readonly { title: string; pages: readonly Page[] }[]): string =>
  `${joinSections([
    "# swath",
    "> A command-line client to task SAR satellites, and to search, order, download and verify their imagery. With " +
      "`SWATH_PROFILE=sandbox` it works on a simulated service on this machine, without an account and without cost.",
    "A command that costs money needs `--yes` in a script, and `--max-cost` limits it. With `--json`, results are JSON on stdout and " +
      "errors are JSON on stderr; exit code 13 means that an order may have been placed.",
    ...groups.map(({ title, pages }) => joinSections([`## ${title}`, pages.map(writePageLine).join("\n")])),
  ])}\n`;

const writePageLine = ({ file, title, summary }: Page): string =>
  `- [${title}](${file})${file.startsWith("adr/") ? "" : `: ${summary.replaceAll(/\]\([^)]*\)/g, "]").replaceAll(/[[\]]/g, "")}`}`;
