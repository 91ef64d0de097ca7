/** The request that a retask copies: read first, since a pre-approved one makes the copy cost money. */
import type { RequestRecord } from "../../contract/read-record.ts";
import type { Effect } from "../../contract/endpoint.ts";
import { AppError } from "../../errors.ts";
import { agree } from "../consent.ts";
import type { Context } from "../../cli/context.ts";
import { maxCostOf } from "../../cli/flags/max-cost-flag.ts";
import { refuseUnpriced } from "../spending/spend-policy.ts";
import type { RequestKind } from "./request-kind.ts";

export interface Original {
  /** Undefined with --no-check and in a dry run. */
  record: RequestRecord | undefined;
  effect: Effect;
}

// Spec silent: whether a retask inherits pre-approval. We take it so, and ask before one that would spend.
export async function readOriginal(
  context: Context,
  kind: RequestKind,
  id: string,
  check: boolean | undefined,
): Promise<Original> {
  if (context.options.dryRun === true) return { record: undefined, effect: "write" };
  const limit = maxCostOf(context);
  if (check === false) {
    refuseUnpriced(limit, `The retask of ${kind.title} ${id}, read or not,`);
    if (context.options.yes !== true) {
      throw new AppError(
        "usage",
        "CONFIRMATION_REQUIRED",
        `--no-check does not read ${kind.title} ${id}: if it was pre-approved, its retask costs money without a question`,
        { hint: "Add --yes to agree, or leave out --no-check" },
      );
    }
    return { record: undefined, effect: "spend" };
  }
  const record = await kind.get(context, id);
  refusePolygon(kind, id, record);
  if (record.preApproval !== true) return { record, effect: "write" };
  refuseUnpriced(limit, `The retask of ${kind.title} ${id}, which was pre-approved,`);
  await agree(
    context,
    `${kind.title} ${id} was pre-approved, and its retask inherits that: it costs money without a cost review. Send it?`,
    "Add --yes to agree",
  );
  return { record, effect: "spend" };
}

function refusePolygon({ title }: RequestKind, id: string, { geometry }: RequestRecord): void {
  const type = (geometry as { type?: unknown } | null | undefined)?.type;
  if (type !== "Polygon" && type !== "MultiPolygon") return;
  throw new AppError("local", "RETASK_POLYGON", `${title} ${id} images a polygon, which cannot be retasked`, {
    hint: `Create a new request over the area: swath task get ${id} --json shows it, swath task create takes it`,
    data: { id },
  });
}
