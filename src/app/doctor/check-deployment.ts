import { isDialectKey } from "../../contract/dialect.ts";
import type { DialectOrigin } from "../../settings/dialect-learner.ts";
import type { AppContext } from "../context.ts";
import { findServicePlace, lookUpPrefix } from "../service/learning.ts";
import { pass, skip, warn, type CheckFinding, type Finding } from "./check.ts";
import { advice, swath } from "../../hint.ts";

/** Lists the forms of the service that differ from the interface, and how each is known. Looks up the operator's prefix. */
export async function checkDeployment(
  context: AppContext,
  leftOut: string | undefined,
): Promise<CheckFinding[]> {
  const { service, learner, settings, profileName } = context;
  if ((await findServicePlace(context, settings)) === undefined) return [];
  if (leftOut === undefined) await lookUpPrefix(context, service.client);
  const rows = learner.listDifferences().map(({ key, value, origin }): Finding => {
    const shown = learner.getShownValue(key);
    const known = `${key} is ${formatValue(value)} (${formatOrigin(origin, profileName)})`;
    if (shown === undefined || shown === value) return pass(known);
    return warn(`${known}, and the service shows ${formatValue(shown)}`, suggestRemoval(key, origin));
  });
  if (rows.length === 0)
    rows.push(leftOut === undefined ? pass(AS_SPECIFIED) : skip(`${AS_SPECIFIED}, as far as is known`));
  return rows.map((row) => ({ check: "deployment", ...row }));
}

const formatValue = (value: unknown): string => (value === "" ? "empty" : String(value));

const AS_SPECIFIED = "as the interface specifies";

function suggestRemoval(key: string, origin: DialectOrigin): Finding["next"] {
  return origin === "profile" && isDialectKey(key)
    ? advice`Remove it: ${swath`config unset ${`dialect.${key}`}`}`
    : undefined;
}

function formatOrigin(origin: DialectOrigin, profileName: string): string {
  switch (origin) {
    case "learned":
      return "learned from its responses";
    case "profile":
      return `set in profile ${profileName}`;
    case "environment":
      return "from SWATH_VENDOR_PREFIX";
    case "flag":
      return "by a flag of this run";
    case "interface":
      return "follows from the header";
  }
}
