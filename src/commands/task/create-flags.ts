/** The flags of `task create`. */
import { elementsFlag } from "../../cli/flags/elements-flag.ts";
import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { Option, type Command } from "@commander-js/extra-typings";
import { dataFlag, setFlag, unsetFlag } from "../../cli/flags/body-flags.ts";
import { addConstraintFlags, CONSTRAINT_FIELDS } from "../../cli/flags/constraint-flags.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { productTypeFlag, withRequiredFlag } from "../../cli/flags/product-flags.ts";
import { oneOf, text } from "../../domain/readers.ts";
import {
  geometryFlag,
  placeFlag,
  pointFlag,
  polygonFlag,
  radiusFlag,
  targetFileFlag,
} from "../../cli/flags/target-flags.ts";
import { pollIntervalFlag, waitTimeoutFlag } from "../../cli/flags/wait-flags.ts";
import { allowPastFlag, windowCloseFlag, windowFlag, windowOpenFlag } from "../../cli/flags/window-flags.ts";
import { COLLECTION_TYPES, HOLDBACKS, TIERS } from "../../contract/vocabulary.ts";
import type { BodyFields } from "../../domain/tasking/body-fields.ts";
import { maxCostFlag } from "../../cli/flags/max-cost-flag.ts";

const PLACEMENTS = ["both", "root", "properties"] as const;

const whatAndWhen = (command: Command) =>
  command
    .optionsGroup("Where and when:")
    .addOption(pointFlag())
    .addOption(placeFlag())
    .addOption(radiusFlag())
    .addOption(polygonFlag())
    .addOption(geometryFlag())
    .addOption(targetFileFlag())
    .addOption(windowOpenFlag())
    .addOption(windowCloseFlag())
    .addOption(windowFlag())
    .addOption(allowPastFlag())
    .optionsGroup("What:")
    .addOption(flag("--name <name>", "label", text))
    .addOption(flag("--description <text>", "longer label", text))
    .addOption(
      suggesting(
        flag("--tier <tier>", "urgent, priority, standard in this order; flexible may move", text),
        TIERS,
      ),
    )
    .addOption(
      suggesting(
        flag(
          "--type <name>",
          "collection type (swath task types); stripmap_100 for a polygon; spotlight and spotlight_ultra squint by +/-30 degrees by themselves",
          text,
        ),
        COLLECTION_TYPES,
      ),
    )
    .addOption(new Option("--check-type", "check first that the service has this collection type"))
    .addOption(productTypeFlag())
    .addOption(withRequiredFlag())
    .addOption(
      suggesting(
        flag("--holdback <time>", "time until the collect enters the public archive", text),
        HOLDBACKS,
      ),
    )
    .addOption(flag("--product-category <category>", "product category, sent as typed", text))
    .addOption(flag("--contract <id>", "contract", text))
    .addOption(flag("--custom1 <text>", "customAttribute1, for your own tracking", text))
    .addOption(flag("--custom2 <text>", "customAttribute2", text))
    .addOption(new Option("--pre-approve", "spend without review: skips the cost estimate"))
    .addOption(maxCostFlag());

export const createSyntax = (command: Command) =>
  addConstraintFlags(whatAndWhen(command))
    .optionsGroup("Conduct:")
    .addOption(new Option("--explain", "explain the request in words without sending it"))
    .addOption(flag("--time-zone <zone>", "IANA zone for --explain (default: the target's)", text))
    .addOption(elementsFlag("for --explain, "))
    .addOption(new Option("--each", "one request per feature of --file; a rerun sends the rest"))
    .addOption(new Option("--interactive", "ask for every value that no flag gives"))
    .addOption(
      suggesting(
        flag("--placement <where>", "location of pre-approval and custom attributes", oneOf(PLACEMENTS)),
        PLACEMENTS,
      ),
    )
    .addOption(new Option("--wait [code]", "wait for the cost estimate, or for this status code"))
    .addOption(pollIntervalFlag())
    .addOption(waitTimeoutFlag())
    .optionsGroup("Body:")
    .addOption(dataFlag())
    .addOption(setFlag())
    .addOption(unsetFlag())
    .addOption(skeletonFlag());

export type CreateOptions = ReturnType<ReturnType<typeof createSyntax>["opts"]>;

/** The zone that the person gave for an explanation. */
export const givenZone = (zone: string | undefined) =>
  zone === undefined ? undefined : { zone, zoneSource: "--time-zone" };

/** The option of each property of the body. */
export const TASK_FIELDS = {
  contract: "contractId",
  preApprove: "preApproval",
  custom1: "customAttribute1",
  custom2: "customAttribute2",
  name: "properties.taskingrequestName",
  description: "properties.taskingrequestDescription",
  windowOpen: "properties.windowOpen",
  windowClose: "properties.windowClose",
  tier: "properties.collectionTier",
  type: "properties.collectionType",
  holdback: "properties.archiveHoldback",
  productType: "properties.processingConfig.productTypes",
  productCategory: "properties.productCategory",
  ...CONSTRAINT_FIELDS,
} as const satisfies BodyFields;
