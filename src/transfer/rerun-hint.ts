/** Next steps after a file has failed. */
interface Part {
  readonly takesAnyOrder: boolean;
  readonly written: { readonly total: number };
  readonly identity: { etag?: string };
}

/** Reports whether the next run can resume a part file, which then has bytes of a known version. */
export const isContinuable = ({ written, identity }: Part): boolean =>
  written.total > 0 && identity.etag !== undefined;

/** For a file of the same name, which is not changed unasked. */
export const REPLACE_FILE = "Add --overwrite to replace it";

export function makeRerunHint(part: Part, isResumed: boolean): string {
  // A bucket and a stream keep no part.
  if (!part.takesAnyOrder) return "Run the same command again";
  return isContinuable(part) && isResumed
    ? "Run the same command again: it resumes the partial download"
    : "Run the same command again: it fetches this file from the start";
}

/** For a response that a retry does not change. */
export const SAME_AGAIN =
  "A rerun gets the same response: ask the data provider for this file, or exclude it";

/** For bytes that do not match the digest that the server itself sends with them. */
export const NOT_AS_ANNOUNCED =
  "The server's own header and its bytes contradict each other: try again later, or ask the data provider";

/** For a file that does not match its item. */
export const NOT_AS_PROMISED = "The file on the server does not match its item: ask the data provider";
