import type { Quote } from "../../domain/quotes/quote.ts";
import { readArgument } from "../../cli/input/usage.ts";
import { readPath } from "../../domain/readers.ts";
import type { Context } from "../../cli/context.ts";

export const FILE_ARGUMENT = "file of a quote, from --save";

/** Reads the quote in a file; `-` is stdin. */
export async function readQuoteFile(context: Context, file: string): Promise<Quote> {
  const [{ readDocument }, { loadQuote }] = await Promise.all([
    import("../../cli/input/read-value.ts"),
    import("../../app/quotes/quote-file.ts"),
  ]);
  const { bytes, name } = await readDocument(context, readArgument("<file>", file, readPath), "<file>");
  return loadQuote(bytes, name);
}
