/** The source of a run's orbital elements: a file from the run or the profile, or the sandbox's own. */
import type { ElementsSource } from "../../app/passes/predict-passes.ts";
import type { Context } from "../context.ts";
import { flag } from "./flag.ts";
import { readPath } from "../../domain/readers.ts";

export const elementsFlag = (purpose = "") =>
  flag("--elements <path>", `${purpose}orbital elements: OMM or TLE (- for stdin)`, readPath);

/** The flag overrides the sandbox, which overrides the setting; undefined when there are no elements. */
export async function findElements(
  context: Context,
  flagValue: string | undefined,
): Promise<ElementsSource | undefined> {
  const { service, settings } = context;
  if (flagValue === undefined && service.isSandbox) return { kind: "sandbox" };
  const path = flagValue ?? settings.elements.value;
  if (path === undefined) return undefined;
  const given = flagValue === undefined ? settings.elements.source : "--elements";
  const { readDocument } = await import("../input/read-value.ts");
  const { bytes, name } = await readDocument(context, path, given);
  return { kind: "file", content: bytes, name, flag: given };
}
