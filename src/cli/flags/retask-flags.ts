/** The flags of every retask. */
import { suggesting, flag } from "./flag.ts";
import { text } from "../../domain/readers.ts";
import { HOLDBACKS } from "../../contract/vocabulary.ts";

export const retaskNameFlag = (fallback: string) =>
  flag("--name <name>", `label (default: ${fallback})`, text);
export const retaskDescriptionFlag = (fallback: string) =>
  flag("--description <text>", `longer label (default: ${fallback}), with the original id`, text);
export const retaskTierFlag = (tiers: readonly string[], fallback: string) =>
  suggesting(flag("--tier <tier>", `collection tier (default: ${fallback})`, text), tiers);
export const retaskHoldbackFlag = (fallback: string) =>
  suggesting(
    flag("--holdback <time>", `time until archived publicly (default: ${fallback})`, text),
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
