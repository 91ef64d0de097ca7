/** A quote as Markdown for a pull request. Text of the service is escaped HTML, so it can add neither markup nor a mention. */
import type { QuoteReport } from "../../app/quotes/show-quote.ts";
import { htmlText } from "../../cli/output/github-actions.ts";
import type { View } from "../../cli/output/view.ts";
import { moreText } from "../../counted.ts";
import { escapeHtml } from "../../escape-html.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { STANDINGS } from "./quote-view.ts";

interface PicturedQuote extends QuoteReport {
  /** Links to public pictures, by the names of parts. */
  pictures?: ReadonlyMap<string, string>;
}

const MOST_PARTS = 50;

const code = (text: string): string => `<code>${htmlText(text)}</code>`;

function markdownOf(quote: PicturedQuote): string {
  const { parts, price, state, reason, askedBy, ends, service, profile, journal, digest, approvals } = quote;
  const rows = parts.slice(0, MOST_PARTS).map(({ name, words, price: cost = "" }) => {
    const href = quote.pictures?.get(name);
    const picture = href === undefined ? "" : `<a href="${escapeHtml(href)}">picture</a>`;
    const what = [code(name), ...(words === undefined ? [] : [code(words)])].join("<br>");
    return `<tr><td>${what}</td><td>${code(cost)}</td><td>${picture}</td></tr>`;
  });
  const facts: [string, string][] = [
    ["State", reason === undefined ? state : `${state}: ${reason}`],
    ["Asked for by", askedBy],
    ["Ends", timeForPeople(ends)],
    ["Service", `${service} (profile ${profile})`],
    ["Journal", journal],
    ["Digest", digest],
    ...approvals.map(({ by, standing }): [string, string] => [
      "Approved by",
      `${by}: ${STANDINGS[standing]}`,
    ]),
  ];
  return [
    `### Quote: ${code(price)}`,
    "",
    `<table><tr><th>what</th><th>price</th><th>picture</th></tr>${rows.join("")}</table>`,
    ...(parts.length > rows.length ? ["", moreText(parts.length - rows.length)] : []),
    "",
    ...facts.map(([name, text]) => `- ${name}: ${code(text)}`),
    "",
  ].join("\n");
}

export const markdownView: View<QuoteReport> = {
  formats: ["table"],
  rows: (quote) => [quote],
  text: markdownOf,
};
