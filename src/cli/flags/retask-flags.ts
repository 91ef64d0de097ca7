/** The flags of every retask. */
import { suggesting, flag } from "./flag.ts";
import { text } from "../../domain/readers.ts";
import { HOLDBACKS } from "../../contract/vocabulary.ts";

export const retaskNameFlag = (left: string) => flag("--name <name>", `label, ${left}`, text);
export const retaskDescriptionFlag = (left: string) =>
  flag("--description <text>", `longer label, ${left}; the service adds the original's id`, text);
export const retaskTierFlag = (tiers: readonly string[], left: string) =>
  suggesting(flag("--tier <tier>", `${tiers.join(", ")}; ${left}`, text), tiers);
export const retaskHoldbackFlag = (left: string) =>
  suggesting(
    flag("--holdback <time>", `time until the collect is in the public archive, ${left}`, text),
    HOLDBACKS,
  );

export const RETASK_FIELDS = {
  name: "properties.retaskRequestName",
  description: "properties.retaskRequestDescription",
  tier: "properties.collectionTier",
  holdback: "properties.archiveHoldback",
} as const;

export const RETASK_WINDOW_FIELDS = {
  windowOpen: "properties.windowOpen",
  windowClose: "properties.windowClose",
} as const;
