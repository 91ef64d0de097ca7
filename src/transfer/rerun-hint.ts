/** Next steps after a file has failed. */
interface Part {
  readonly written: { readonly total: number };
  readonly identity: { etag?: string };
}

/** True for a part file that the next run can resume: it has bytes of a known version. */
export const isContinuable = ({ written, identity }: Part): boolean =>
  written.total > 0 && identity.etag !== undefined;

export function rerunHint(part: Part, isResumed: boolean): string {
  return isContinuable(part) && isResumed
    ? "Run the same command again: the part that is here is kept and continued"
    : "Run the same command again: nothing of this file was kept, it begins again";
}

/** For a response that a retry does not change. */
export const SAME_AGAIN =
  "A rerun gets the same answer as long as the server gives it: ask the data provider for this file, or leave it out";

/** For a file that does not match its item. */
export const NOT_AS_PROMISED =
  "The file on the server does not match what is promised for it: ask the data provider";
