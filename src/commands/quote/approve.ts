import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { refuse, usageFault } from "../../cli/input/usage.ts";
import { advice, swath } from "../../hint.ts";
import { readNonEmpty } from "../../domain/readers.ts";
import { inputError } from "../../errors.ts";
import { FILE_ARGUMENT, readQuoteFile } from "./quote-argument.ts";
import { quoteView } from "./quote-view.ts";

export const approve = defineCommand({
  name: "approve",
  summary: "Approve a quote by typing its amount",
  description:
    "Only a person on a terminal can do this: neither --yes nor a script approves. The key of this machine, which is made with the first " +
    "approval, signs the quote in its file. A buyer trusts the keys in its setting approval.keys.",
  examples: ["swath quote approve quote.json --by Ana"],
  syntax: (command) =>
    command
      .argument("<file>", FILE_ARGUMENT)
      .addOption(flag("--by <name>", "name of the approver, which the buyer sees", readNonEmpty)),
  parse: async (context, { by }, file) => {
    if (by === undefined)
      throw inputError([
        usageFault("--by", "the name of the approver is missing", { next: "Add --by <name>" }),
      ]);
    const message = "the approval is written into the file of the quote, so it cannot come from stdin";
    refuse([file === "-" && usageFault("<file>", message, { next: "Give the file" })]);
    return { by, file, quote: await readQuoteFile(context, file) };
  },
  run: async (context, { by, file, quote }) => {
    if (context.service.isDryRun) {
      context.events.note("Dry run: nothing was asked, and nothing was written");
      const { showQuote } = await import("../../app/quotes/show-quote.ts");
      return showQuote(context, quote);
    }
    const [{ approveQuote, isEnoughForAssistant }, { replaceQuote }, { showQuote }, { askDecision }] =
      await Promise.all([
        import("../../app/quotes/approve-quote.ts"),
        import("../../app/quotes/quote-file.ts"),
        import("../../app/quotes/show-quote.ts"),
        import("../../cli/input/prompt.ts"),
      ]);
    const approved = await approveQuote(context, quote, {
      by,
      typeAmount: (question) => askDecision(context.world, question),
    });
    await replaceQuote(context, file, approved);
    const report = await showQuote(context, approved);
    const { key, standing } = report.approvals.at(-1)!;
    context.events.note(`Approved: ${report.price}`);
    if (report.state === "open" && standing !== "unknown" && isEnoughForAssistant(context, approved)) {
      context.events.hint("Tell the assistant to buy it");
      return report;
    }
    context.events.hint(advice`Send the file to the buyer, who runs: ${swath`quote buy ${file}`}`);
    context.events.hint(
      advice`A buyer who does not trust this key yet: ${swath`config set approval.keys ${key}`}`,
    );
    return report;
  },
  view: quoteView,
});
