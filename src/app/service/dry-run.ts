/** A dry run shows the request and does not send it. */

/** A request before sending, with secrets masked. */
export interface PlannedRequest {
  method: string;
  url: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: unknown;
}

/** Thrown instead of sending: the run succeeds, with the request or requests as its result. */
export class DryRun extends Error {
  override readonly name = "DryRun";
  constructor(readonly request: PlannedRequest | readonly PlannedRequest[]) {
    super("dry run");
  }
}
