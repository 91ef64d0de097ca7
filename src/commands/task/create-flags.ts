/** The flags of `task create`. */
import { elementsFlag } from "../elements-source.ts";
import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { Option, type Command } from "@commander-js/extra-typings";
import { dataFlag, setFlag, unsetFlag } from "../../cli/flags/body-flags.ts";
import { addConstraintFlags, CONSTRAINT_FIELDS } from "../../cli/flags/constraint-flags.ts";
import { flag, listedByService, suggesting } from "../../cli/flags/flag.ts";
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
        flag(
          "--tier <tier>",
          "urgent, priority, standard (scheduled in this order) or flexible (moved to make room)",
          text,
        ),
        TIERS,
      ),
    )
    .addOption(
      listedByService(
        flag(
          "--type <name>",
          "collection type (swath task types); a polygon takes stripmap_100; spotlight types squint by +/-30 degrees by themselves",
          text,
        ),
        COLLECTION_TYPES,
      ),
    )
    .addOption(new Option("--check-type", "ask the service first whether it has this collection type"))
    .addOption(productTypeFlag())
    .addOption(withRequiredFlag())
    .addOption(
      suggesting(
        flag("--holdback <time>", "time until the collect is in the public archive", text),
        HOLDBACKS,
      ),
    )
    .addOption(flag("--product-category <category>", "product category, sent as typed", text))
    .addOption(flag("--contract <id>", "contract", text))
    .addOption(flag("--custom1 <text>", "customAttribute1, for your own tracking", text))
    .addOption(flag("--custom2 <text>", "customAttribute2", text))
    .addOption(new Option("--pre-approve", "costs money without another question: skips the cost review"))
    .addOption(maxCostFlag());

export const createSyntax = (command: Command) =>
  addConstraintFlags(whatAndWhen(command))
    .optionsGroup("Conduct:")
    .addOption(new Option("--explain", "explain the request in words, and send nothing"))
    .addOption(flag("--time-zone <zone>", "IANA zone for --explain in place of the target's", text))
    .addOption(elementsFlag("for --explain: "))
    .addOption(new Option("--each", "one request for each feature of --file; a rerun sends what is missing"))
    .addOption(new Option("--interactive", "ask for everything that no flag says"))
    .addOption(
      suggesting(
        flag("--placement <where>", "where pre-approval and custom attributes are put", oneOf(PLACEMENTS)),
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

/** Which option fills which property of the body. */
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
