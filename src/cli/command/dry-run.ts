/** `--dry-run`: the request that would leave, shown instead of sent. */
import { safeJson } from "../../render/safe-json.ts";
import { safeText } from "../../render/safe-text.ts";
import { recordView } from "../output/view.ts";

/** A request as it would be sent, with secrets masked. */
export interface PlannedRequest {
  method: string;
  url: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: unknown;
}

/** Thrown in place of sending: the run ends well, with the request as its result. */
export class DryRun extends Error {
  override readonly name = "DryRun";
  constructor(readonly request: PlannedRequest) {
    super("dry run");
  }
}

export const plannedRequestView = recordView<PlannedRequest>({
  text: ({ method, url, headers, body }, { paint }) =>
    [
      `${paint("bold", method)} ${safeText(url)}`,
      ...Object.entries(headers).map(([name, value]) => `${paint("dim", `${name}:`)} ${safeText(value)}`),
      ...(body === undefined ? [] : ["", safeJson(body, 2)]),
    ].join("\n"),
});
