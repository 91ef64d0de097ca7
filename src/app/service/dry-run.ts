/** A dry run shows the request and does not send it. */
import type { RequestDescription } from "../../client/build-request.ts";

export type PlannedRequest = Omit<RequestDescription, "endpoint" | "effect">;

/** Thrown instead of sending: the run succeeds, with the request or requests as its result. */
export class DryRun extends Error {
  override readonly name = "DryRun";
  constructor(readonly request: PlannedRequest | readonly PlannedRequest[]) {
    super("dry run");
  }
}
