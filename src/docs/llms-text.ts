/** `docs/llms.txt`: the list of pages for assistants, in the form of llmstxt.org. The pages are Markdown beside it. */
import { sections } from "./markdown.ts";
import type { Page } from "./pages.ts";

export const llmsText = (groups: readonly { title: string; pages: readonly Page[] }[]): string =>
  `${sections([
    "# swath",
    "> A command-line client to task SAR satellites, and to search, order, download and verify their imagery. With " +
      "`SWATH_PROFILE=sandbox` it works on a simulated service on this machine, without an account and without cost.",
    "A command that costs money needs `--yes` in a script, and `--max-cost` limits it. With `--json`, results are JSON on stdout and " +
      "errors are JSON on stderr; exit code 13 means that an order may have been placed.",
    ...groups.map(({ title, pages }) => sections([`## ${title}`, pages.map(line).join("\n")])),
  ])}\n`;

const line = ({ file, title, summary }: Page): string =>
  `- [${title}](${file})${file.startsWith("adr/") ? "" : `: ${summary.replaceAll(/\]\([^)]*\)/g, "]").replaceAll(/[[\]]/g, "")}`}`;
