import { AppError } from "../errors.ts";
import { safeText } from "./safe-text.ts";

/**
 * A format that is written piece by piece, so that rows appear as pages arrive and memory stays limited. One object
 * serves one output: call `open` once, `row` for each record, `close` once. Each returns text to write, with line
 * ends. Without records, the document is still valid.
 */
export interface RowFormat<T> {
  open(): string;
  row(record: T): string;
  close(): string;
}

/** Returns a format without a start and an end. */
export const eachRecord = <T>(row: (record: T) => string): RowFormat<T> => ({
  open: () => "",
  row,
  close: () => "",
});

/**
 * Returns one id per line, for the next command of a pipe. A record without an id is an error: skipping it would hide
 * it.
 */
export const ids = (): RowFormat<string> =>
  eachRecord((id) => {
    if (id === "") {
      throw new AppError("service", "RESPONSE_UNRECOGNISED", "a record of the response has no id", {
        next: { do: "seeRecords" },
      });
    }
    return `${safeText(id)}\n`;
  });
