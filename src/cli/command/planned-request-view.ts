/** `--dry-run`: the view of the request that would be sent. */
import type { PlannedRequest } from "../../app/service/dry-run.ts";
import { safeJson } from "../../render/safe-json.ts";
import { safeText } from "../../render/safe-text.ts";
import { recordView } from "../output/view.ts";

export const plannedRequestView = recordView<PlannedRequest>({
  text: ({ method, url, headers, body }, { paint }) =>
    [
      `${paint("bold", method)} ${safeText(url)}`,
      ...Object.entries(headers).map(([name, value]) => `${paint("dim", `${name}:`)} ${safeText(value)}`),
      ...(body === undefined ? [] : ["", safeJson(body, 2)]),
    ].join("\n"),
});
