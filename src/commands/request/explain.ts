/** `--explain` of the commands that create a task. */
import type { TaskBody } from "../../app/tasking/create-requests.ts";
import type { Context } from "../../cli/context.ts";
import { findElements } from "../../cli/flags/elements-flag.ts";
import { recordView } from "../../cli/output/view.ts";
import type { Explanation } from "../../domain/tasking/explain-request.ts";
import { wrap } from "../../render/width.ts";
import type { CreateOptions } from "./create-flags.ts";

export type ExplainFlags = Pick<CreateOptions, "explain" | "timeZone" | "elements">;

/** Describes the request. With --explain the description is the result; only a terminal shows it as text, so notes repeat it otherwise. */
export async function explainTask(
  context: Context,
  body: TaskBody,
  { explain: isResult, timeZone: zone, elements }: ExplainFlags,
): Promise<Explanation> {
  const [{ explainRequest, formatExplanation }, { countPasses }] = await Promise.all([
    import("../../domain/tasking/explain-request.ts"),
    import("../../app/passes/count-passes.ts"),
  ]);
  const source = isResult === true ? await findElements(context, elements) : undefined;
  const passes = source && (await countPasses(context, body, source, zone));
  const given = zone === undefined ? undefined : { zone, zoneSource: "--time-zone" };
  const explanation = {
    ...explainRequest(body, given),
    ...(passes !== undefined && { passes }),
  };
  const { isTTY } = context.world.stdout;
  const isShown = isResult === true && isTTY && context.options.json !== true;
  if (!isShown) for (const line of formatExplanation(explanation)) context.notes.note(line);
  if (isResult === true && !isTTY) context.outcome.format = "json";
  return explanation;
}

export const EXPLANATION_VIEW = recordView<Explanation>({
  text: async (explanation, { width }) => {
    const { formatExplanation } = await import("../../domain/tasking/explain-request.ts");
    // Indented lines are rows of times.
    return formatExplanation(explanation)
      .map((line) => (line.startsWith(" ") ? line : wrap(line, { width, hangingIndent: 2, indent: 0 })))
      .join("\n");
  },
});
