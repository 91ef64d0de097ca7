/** The initial body of a request: a file's Feature, `--data`, or nothing; then `--set`. */
import { toJsonObject } from "../../contract/json-object.ts";
import { AppError, type Fault } from "../../errors.ts";
import { readBaseBody, listBodySources, withAssignments, type BodyOptions } from "./body-flags.ts";
import type { FlagOfPath } from "../input/require-valid-request.ts";
import type { Context } from "../context.ts";
import { gatherFaults } from "../input/usage.ts";
import { listGivenAreas, type AreaOptions } from "./area-flags.ts";
import { readTarget } from "./target-flags.ts";
import { keepOne } from "../../hint.ts";

export interface FeatureBody {
  body: Record<string, unknown>;
  /** The flag of each property. */
  sources: FlagOfPath;
  /** A file or `--data` was unreadable, so the rest of the body is unknown. */
  isPartial: boolean;
}

export async function readFeatureBody(
  context: Context,
  options: AreaOptions & BodyOptions,
  faults: Fault[],
): Promise<FeatureBody> {
  const readData = await gatherFaults(faults, () => readBaseBody(context, options));
  const target = await gatherFaults(faults, () => readTarget(context, options), listGivenAreas(options)[0]);
  const data = readData ?? {};
  const { feature, geometry, flag } = target ?? {};
  if (feature !== undefined && options.data !== undefined) {
    throw new AppError("usage", "INPUT_AMBIGUOUS", `${flag} contains a Feature, and --data is a whole body`, {
      next: keepOne("--data", flag!),
    });
  }
  const given = feature ?? (geometry === undefined ? data : { ...data, geometry });
  const body = withAssignments(given, options);
  return {
    body,
    isPartial: readData === undefined || target === undefined,
    sources: { ...listSources(given, flag, feature !== undefined), ...listBodySources(data, options) },
  };
}

function listSources(given: object, flag: string | undefined, isFeature: boolean): FlagOfPath {
  if (flag === undefined) return {};
  if (!isFeature) return { geometry: flag };
  const properties = Object.keys(toJsonObject((given as Record<string, unknown>)["properties"]));
  const members = [...Object.keys(given), ...properties.map((name) => `properties.${name}`)];
  return Object.fromEntries(members.map((name) => [name, flag]));
}
