import { Option } from "@commander-js/extra-typings";
import type { QuoteReport } from "../../app/quotes/show-quote.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { escapeAsHtml } from "../../cli/output/github-actions.ts";
import type { View } from "../../cli/output/view.ts";
import { UNKNOWN_REQUESTER } from "../../domain/quotes/quote-rules.ts";
import { moreText } from "../../counted.ts";
import { escapeHtml } from "../../escape-html.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { FILE_ARGUMENT, readQuoteFile } from "./quote-argument.ts";
import { describeStanding, describeState, quoteView } from "./quote-view.ts";

export const show = defineCommand({
  name: "show",
  summary: "Show a quote: its contents, price, approvals and state",
  description:
    "Offline, except with --markdown, which looks up the pictures of the items in the catalog. An approval counts here if approval.keys lists " +
    "its key.",
  examples: ["swath quote show quote.json", "swath quote show quote.json --markdown > comment.md"],
  syntax: (command) =>
    command
      .argument("<file>", `${FILE_ARGUMENT} (- for stdin)`)
      .addOption(new Option("--markdown", "as Markdown for a pull request, with links to pictures")),
  parse: (context, _options, file) => readQuoteFile(context, file),
  run: async (context, quote, { markdown }) => {
    const { showQuote } = await import("../../app/quotes/show-quote.ts");
    const report = await showQuote(context, quote);
    if (markdown !== true) return report;
    const { findPictures } = await import("../../app/quotes/show-quote.ts");
    return { ...report, pictures: await findPictures(context, quote) };
  },
  view: quoteView,
  viewFor: ({ markdown }) => (markdown === true ? markdownView : undefined),
});

interface PicturedQuote extends QuoteReport {
  /** Links to public pictures, by the names of parts. */
  pictures?: ReadonlyMap<string, string>;
}

const MAX_PARTS = 50;

const formatCode = (text: string): string => `<code>${escapeAsHtml(text)}</code>`;

/** For a pull request. Text of the service is escaped HTML, so it can add neither markup nor a mention. */
function formatMarkdown(quote: PicturedQuote): string {
  const { parts, price, askedBy, ends, service, profile, journal, digest, approvals } = quote;
  const rows = parts.slice(0, MAX_PARTS).map(({ name, words, price: cost = "" }) => {
    const href = quote.pictures?.get(name);
    const picture = href === undefined ? "" : `<a href="${escapeHtml(href)}">picture</a>`;
    const what = [formatCode(name), ...(words === undefined ? [] : [formatCode(words)])].join("<br>");
    return `<tr><td>${what}</td><td>${formatCode(cost)}</td><td>${picture}</td></tr>`;
  });
  const facts: [string, string][] = [
    ["State", describeState(quote)],
    ...(askedBy === UNKNOWN_REQUESTER ? [] : [["Asked for by", askedBy] as [string, string]]),
    ["Ends", timeForPeople(ends)],
    ["Service", `${service} (profile ${profile})`],
    ["Journal", journal],
    ["Digest", digest],
    ...approvals.map((approval): [string, string] => [
      "Approved by",
      `${approval.by}: ${describeStanding(approval, quote)}`,
    ]),
  ];
  return [
    `### Quote: ${formatCode(price)}`,
    "",
    `<table><tr><th>what</th><th>price</th><th>picture</th></tr>${rows.join("")}</table>`,
    ...(parts.length > rows.length ? ["", moreText(parts.length - rows.length)] : []),
    "",
    ...facts.map(([name, text]) => `- ${name}: ${formatCode(text)}`),
    "",
  ].join("\n");
}

const markdownView: View<QuoteReport> = {
  formats: ["table"],
  rows: (quote) => [quote],
  text: formatMarkdown,
};
