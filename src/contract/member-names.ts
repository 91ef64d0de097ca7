/** Properties of the bodies that create a request, in the interface's spelling. */
import { CONSTRAINTS, FURTHER_CONSTRAINTS } from "./vocabulary.ts";

const ROOT = ["contractId", "preApproval", "customAttribute1", "customAttribute2"] as const;
const SHARED = [
  "collectionTier",
  "collectionType",
  "collectConstraints",
  "archiveHoldback",
  "processingConfig",
  "preApproval",
  "customAttribute1",
  "customAttribute2",
] as const;
const REPETITION = [
  "repeatStart",
  "repeatEnd",
  "repetitionEnd",
  "repetitionInterval",
  "repetitionCount",
  "maintainSceneFraming",
  "lookAngleTolerance",
  "azimuthAngleTolerance",
] as const;

/** Names by the path of their object; the root is "". */
export type NameTable = Readonly<Record<string, readonly string[]>>;

const constraintNames = { "properties.collectConstraints": [...CONSTRAINTS, ...FURTHER_CONSTRAINTS] };

export const TASK_NAMES = {
  "": ["type", "geometry", "properties", ...ROOT],
  properties: [
    "taskingrequestName",
    "taskingrequestDescription",
    "windowOpen",
    "windowClose",
    "productCategory",
    ...SHARED,
  ],
  "properties.processingConfig": ["productTypes"],
  ...constraintNames,
} satisfies NameTable;

export const REPEAT_NAMES = {
  "": ["type", "geometry", "properties", ...ROOT],
  properties: [
    "repeatRequestName",
    "repeatRequestDescription",
    "repetitionProperties",
    "repetitionCount",
    ...SHARED,
  ],
  "properties.repetitionProperties": REPETITION,
  "properties.processingConfig": ["productTypes"],
  ...constraintNames,
} satisfies NameTable;
