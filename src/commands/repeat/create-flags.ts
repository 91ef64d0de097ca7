/** The flags of `repeat create`. */
import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { Option, type Command } from "@commander-js/extra-typings";
import { dataFlag, setFlag, unsetFlag } from "../../cli/flags/body-flags.ts";
import { addConstraintFlags, CONSTRAINT_FIELDS } from "../../cli/flags/constraint-flags.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { number } from "../../domain/readers.ts";
import { productTypeFlag, withRequiredFlag } from "../../cli/flags/product-flags.ts";
import { text } from "../../domain/readers.ts";
import {
  countFlag,
  endFlag,
  intervalFlag,
  startFlag,
  untilCanceledFlag,
} from "../../cli/flags/repetition-flags.ts";
import { geometryFlag, placeFlag, pointFlag, targetFileFlag } from "../../cli/flags/target-flags.ts";
import { pollIntervalFlag, waitTimeoutFlag } from "../../cli/flags/wait-flags.ts";
import { allowPastFlag } from "../../cli/flags/window-flags.ts";
import { COLLECTION_TYPES, HOLDBACKS, REPEAT_TIERS } from "../../contract/vocabulary.ts";
import type { BodyFields } from "../../domain/tasking/body-fields.ts";
import { maxCostFlag } from "../../cli/flags/max-cost-flag.ts";

const whatAndWhen = (command: Command) =>
  command
    .optionsGroup("Where and when:")
    .addOption(pointFlag())
    .addOption(placeFlag())
    .addOption(geometryFlag())
    .addOption(targetFileFlag())
    .addOption(startFlag())
    .addOption(intervalFlag())
    .addOption(countFlag())
    .addOption(endFlag())
    .addOption(allowPastFlag())
    .addOption(untilCanceledFlag())
    .optionsGroup("What:")
    .addOption(flag("--name <name>", "label", text))
    .addOption(flag("--description <text>", "longer label", text))
    .addOption(suggesting(flag("--tier <tier>", "routine or flexible", text), REPEAT_TIERS))
    .addOption(
      suggesting(flag("--type <name>", "collection type (swath task types)", text), COLLECTION_TYPES),
    )
    .addOption(new Option("--maintain-framing", "keep look direction, orbit direction and plane"))
    .addOption(new Option("--no-maintain-framing", "allow the framing to change"))
    .addOption(
      flag(
        "--look-angle-tolerance <degrees>",
        "largest difference of look angles, with --maintain-framing",
        number,
      ),
    )
    .addOption(
      flag(
        "--azimuth-tolerance <degrees>",
        "largest difference of azimuths, with --maintain-framing",
        number,
      ),
    )
    .addOption(flag("--custom1 <text>", "customAttribute1, for your own tracking", text))
    .addOption(flag("--custom2 <text>", "customAttribute2", text))
    .optionsGroup("Not in the interface's table of repeat requests:")
    .addOption(new Option("--pre-approve", "spend without review: skips the cost estimate"))
    .addOption(maxCostFlag())
    .addOption(
      suggesting(flag("--holdback <time>", "time until collects enter the public archive", text), HOLDBACKS),
    )
    .addOption(productTypeFlag())
    .addOption(withRequiredFlag())
    .addOption(flag("--contract <id>", "contract", text));

export const createSyntax = (command: Command) =>
  addConstraintFlags(whatAndWhen(command))
    .optionsGroup("Conduct:")
    .addOption(new Option("--interactive", "ask for every value that no flag gives"))
    .addOption(new Option("--each", "one series per feature of --file; a rerun sends the rest"))
    .optionsGroup("Afterwards:")
    .addOption(new Option("--wait [code]", "wait for the cost estimate, or for this status code"))
    .addOption(pollIntervalFlag())
    .addOption(waitTimeoutFlag())
    .optionsGroup("Body:")
    .addOption(dataFlag())
    .addOption(setFlag())
    .addOption(unsetFlag())
    .addOption(skeletonFlag());

export type CreateOptions = ReturnType<ReturnType<typeof createSyntax>["opts"]>;

export const REPEAT_FIELDS = {
  contract: "contractId",
  preApprove: "properties.preApproval",
  name: "properties.repeatRequestName",
  description: "properties.repeatRequestDescription",
  from: "properties.repetitionProperties.repeatStart",
  to: "properties.repetitionProperties.repeatEnd",
  interval: "properties.repetitionProperties.repetitionInterval",
  count: "properties.repetitionProperties.repetitionCount",
  maintainFraming: "properties.repetitionProperties.maintainSceneFraming",
  lookAngleTolerance: "properties.repetitionProperties.lookAngleTolerance",
  azimuthTolerance: "properties.repetitionProperties.azimuthAngleTolerance",
  tier: "properties.collectionTier",
  type: "properties.collectionType",
  custom1: "properties.customAttribute1",
  custom2: "properties.customAttribute2",
  holdback: "properties.archiveHoldback",
  productType: "properties.processingConfig.productTypes",
  ...CONSTRAINT_FIELDS,
} as const satisfies BodyFields;
