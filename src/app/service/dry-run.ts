/** A dry run: the request is shown and not sent. */

/** A request as it would be sent, with secrets masked. */
export interface PlannedRequest {
  method: string;
  url: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: unknown;
}

/** Thrown instead of sending: the run succeeds, with the request as its result. */
export class DryRun extends Error {
  override readonly name = "DryRun";
  constructor(readonly request: PlannedRequest) {
    super("dry run");
  }
}
