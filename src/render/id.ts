import { AppError } from "../errors.ts";
import type { RowFormat } from "./row-format.ts";
import { safeText } from "./safe-text.ts";

/** One id a line, for the next command of a pipe. A record without one is an error: leaving it out would hide it. */
export function ids<T>(idOf: (record: T) => string | undefined): RowFormat<T> {
  return {
    open: () => "",
    row(record) {
      const id = idOf(record);
      if (id === undefined || id === "") {
        throw new AppError("service", "RESPONSE_UNRECOGNISED", "a record of the reply has no id", {
          hint: "Use --json to see the record as it came.",
        });
      }
      return `${safeText(id)}\n`;
    },
    close: () => "",
  };
}
