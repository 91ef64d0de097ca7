import type { TaskBody } from "../../app/tasking/create-requests.ts";
import type { EachRequest } from "../../app/tasking/send-each.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import type { Context } from "../../cli/context.ts";
import { waitAfter } from "../../cli/flags/wait-flags.ts";
import type { Explanation } from "../../domain/tasking/explain-request.ts";
import { createSyntax, givenZone, type CreateOptions } from "./create-flags.ts";
import type { Fault } from "../../errors.ts";
import { elementsSource } from "../../cli/flags/elements-flag.ts";
import { createViewOf } from "../request/create-view.ts";
import { TASK_COLUMNS, taskView } from "../request/views.ts";

type CreateRequest = { body: TaskBody } | { each: EachRequest };

export const create = defineCommand({
  name: "create",
  summary: "Request one image of a point or an area",
  description:
    "Costs nothing until the request is approved (swath task approve), unless --pre-approve says so. Only " +
    "given values are sent; the service's defaults apply to the rest. Flags override --set, which " +
    "overrides --file and --data. On a terminal without flags it asks. With --each every feature of a file " +
    "becomes a request; a rerun sends what is missing.",
  examples: [
    "swath task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight --name tagus --sandbox",
    "swath task create --place Etna --radius 10km --window-open +7d --window 14d --type stripmap_100 --tier priority",
    "swath task create --file sites.geojson --each --window-open now --window 14d --tier flexible --type spotlight",
    "swath task create --point -9.14,38.69 --window-open +1d --window 7d --local-time day --explain",
  ],
  mostUsed: [
    "--point",
    "--place",
    "--radius",
    "--file",
    "--window-open",
    "--window",
    "--tier",
    "--type",
    "--name",
    "--product-type",
    "--look-direction",
    "--off-nadir-max",
    "--local-time",
    "--max-cost",
    "--pre-approve",
    "--explain",
    "--each",
    "--wait",
  ],
  body: "task",
  syntax: createSyntax,
  parse: async (context, options): Promise<CreateRequest> => {
    const { createRequest, requireZone } = await import("./create-request.ts");
    requireZone(options);
    if (options.each !== true) return { body: await createRequest(context, options) };
    const [{ eachRequest }, { taskDrafts }] = await Promise.all([
      import("../request/each.ts"),
      import("./create-request.ts"),
    ]);
    const drafts = (faults: Fault[]) => taskDrafts(context, options, faults);
    return { each: await eachRequest(context, "task", options, drafts) };
  },
  run: async (context, request, options): Promise<unknown> => {
    if ("each" in request) {
      const { createEach } = await import("../request/each.ts");
      return createEach(context, request.each, options.maxCost);
    }
    if (options.explain === true) return explain(context, request.body, options);
    if (context.service.isDryRun) await explain(context, request.body, options);
    const { createRequest } = await import("../../app/tasking/create-requests.ts");
    return createRequest(context, "task", request.body, {
      maxCost: options.maxCost,
      wait: waitAfter(options),
    });
  },
  view: createViewOf(taskView, TASK_COLUMNS),
});

/** Describes the request: as the result with --explain on a terminal, else in notes beside the result. */
async function explain(
  context: Context,
  body: TaskBody,
  { explain: isResult, timeZone, elements }: CreateOptions,
): Promise<Explanation> {
  const [{ explainRequest, explanationText }, { toWireConstraints }, { countPasses }] = await Promise.all([
    import("../../domain/tasking/explain-request.ts"),
    import("../../domain/wire-dialect.ts"),
    import("../../app/passes/count-passes.ts"),
  ]);
  const source = isResult === true ? await elementsSource(context, elements) : undefined;
  const passes = source === undefined ? undefined : await countPasses(context, body, source, timeZone);
  const explanation = {
    ...explainRequest(toWireConstraints(body, context.dialect), givenZone(timeZone)),
    ...(passes !== undefined && { passes }),
  };
  const { isTTY } = context.world.stdout;
  const isShown = isResult === true && isTTY && context.options.json !== true;
  if (!isShown) for (const line of explanationText(explanation)) context.notes.note(line);
  if (isResult === true && !isTTY) context.outcome.format = "json";
  return explanation;
}
