/** Flags and files -> the checked body of a retask, before the dialect's envelope. */
import { flagName, flagsOfFields, layFields, type BodyFields } from "../domain/tasking/body-fields.ts";
import { membersOf } from "../contract/members.ts";
import type { BodyOf } from "../contract/schemas.ts";
import { retaskBody } from "../domain/tasking/retask-request.ts";
import { pastWarning } from "../domain/tasking/window-words.ts";
import type { Fault } from "../errors.ts";
import { baseBody, bodySources, withAssignments, type BodyOptions } from "../cli/flags/body-flags.ts";
import { checkRequest } from "../cli/input/check-request.ts";
import type { Context } from "../cli/context.ts";
import { gatherFaults } from "../cli/input/gather-faults.ts";
import { timeFlag } from "../cli/flags/window-flags.ts";

export type RetaskName = "retaskTask" | "retaskCollect" | "retaskRepeat";

export interface RetaskWords {
  options: BodyOptions & Readonly<Record<string, unknown>>;
  fields: BodyFields;
  /** Options that are times, as typed. */
  times: readonly string[];
  /** Warnings that only this kind of retask has. */
  warnings?: (properties: Readonly<Record<string, unknown>>) => Fault[];
}

export async function retaskRequest<N extends RetaskName>(
  context: Context,
  name: N,
  { options, fields, times, warnings }: RetaskWords,
): Promise<BodyOf<N>> {
  const faults: Fault[] = [];
  const given: Record<string, unknown> = { ...options };
  for (const option of times) {
    given[option] = timeFlag(
      context,
      options[option] as string | undefined,
      { flag: flagName(option), path: fields[option] ?? option },
      faults,
    );
  }
  const data = (await gatherFaults(faults, () => baseBody(context, options))) ?? {};
  const base = withAssignments(data, options);
  const { type = "Feature", properties = {}, ...rest } = base;
  const body = layFields({ type, ...rest, properties }, given, fields);
  const found = membersOf(body["properties"]);
  const past = pastWarning(
    found["windowClose"],
    "--window-close",
    "properties.windowClose",
    context.world.clock.now(),
  );
  return checkRequest(
    context,
    name,
    {
      body: (Object.keys(base).length === 0 ? retaskBody(found) : body) as unknown as BodyOf<N>,
      faults,
      warnings: [...(past === undefined ? [] : [past]), ...(warnings?.(found) ?? [])],
    },
    { ...bodySources(data, options), ...flagsOfFields(base, given, fields) },
  );
}
