import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { FILE_ARGUMENT, readQuoteFile } from "./quote-argument.ts";
import { quoteView } from "./quote-view.ts";
import { markdownView } from "./quote-markdown.ts";

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
    const { picturesOf } = await import("../../app/quotes/quote-pictures.ts");
    return { ...report, pictures: await picturesOf(context, quote) };
  },
  view: quoteView,
  viewFor: ({ markdown }) => (markdown === true ? markdownView : undefined),
});
