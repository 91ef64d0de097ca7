/** The flags of `task create` and `repeat create`. */
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import { addBodyFlags } from "../../cli/flags/body-flags.ts";
import { pointFlag } from "../../cli/flags/area-flags.ts";
import { addConstraintFlags } from "../../cli/flags/constraint-flags.ts";
import { CONSTRAINT_FIELDS } from "../../domain/tasking/constraint-fields.ts";
import { elementsFlag } from "../../cli/flags/elements-flag.ts";
import { likeFlag } from "../../cli/flags/like-flag.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { maxCostFlag } from "../../cli/flags/spending-flags.ts";
import { placeFlag, radiusFlag } from "../../cli/flags/place-flags.ts";
import { productTypeFlag } from "../../cli/flags/product-flags.ts";
import { addSeriesFlags } from "../../cli/flags/repetition-flags.ts";
import { targetFileFlag } from "../../cli/flags/target-flags.ts";
import { addPollFlags } from "../../cli/flags/wait-flags.ts";
import { allowPastFlag, windowCloseFlag, windowFlag, windowOpenFlag } from "../../cli/flags/window-flags.ts";
import { COLLECTION_TYPES, HOLDBACKS, REPEAT_TIERS, TIERS } from "../../contract/vocabulary.ts";
import type { BodyFields } from "../../domain/tasking/body-fields.ts";
import { readNumber, readNonEmpty } from "../../domain/readers.ts";

const addTargetFlags = (command: Command) =>
  command
    .optionsGroup("Place and time:")
    .addOption(pointFlag())
    .addOption(placeFlag())
    .addOption(targetFileFlag());

/** Both kinds of request have these properties. `tiers`: the known tiers with their meaning. */
const addPropertyFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  tiers: readonly string[],
  aboutTiers: string,
  aboutTypes: string,
) =>
  command
    .optionsGroup("What:")
    .addOption(flag("--name <name>", "label", readNonEmpty))
    .addOption(flag("--description <text>", "longer label", readNonEmpty))
    .addOption(suggesting(flag("--tier <tier>", aboutTiers, readNonEmpty), tiers))
    .addOption(suggesting(flag("--type <name>", aboutTypes, readNonEmpty), COLLECTION_TYPES))
    .addOption(flag("--custom1 <text>", "customAttribute1, for your own tracking", readNonEmpty))
    .addOption(flag("--custom2 <text>", "customAttribute2", readNonEmpty));

/** The other flags that both kinds have, in the order of the help. */
const addRequestFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  addPollFlags(
    addConstraintFlags(
      command
        .addOption(productTypeFlag())
        .addOption(
          suggesting(
            flag("--holdback <time>", "time until the collect enters the public archive", readNonEmpty),
            HOLDBACKS,
          ),
        )
        .addOption(flag("--contract <id>", "contract", readNonEmpty))
        .addOption(new Option("--pre-approve", "spend without review: skips the cost estimate"))
        .addOption(maxCostFlag()),
    )
      .optionsGroup("Conduct:")
      .addOption(new Option("--interactive", "ask for every value that no flag gives"))
      .addOption(new Option("--each", "one request per feature of --file; a rerun sends the rest"))
      .addOption(new Option("--wait [code]", "wait for the cost estimate, or for this status code")),
  );

export const addTaskFlags = (command: Command) =>
  addBodyFlags(
    addRequestFlags(
      addPropertyFlags(
        addTargetFlags(command)
          .addOption(radiusFlag())
          .addOption(likeFlag("take geometry, type and centre from a scene"))
          .addOption(windowOpenFlag())
          .addOption(windowCloseFlag())
          .addOption(windowFlag())
          .addOption(allowPastFlag()),
        TIERS,
        "urgent, priority, standard in this order; flexible may move",
        "collection type (swath task types); stripmap_100 for a polygon; spotlight and spotlight_ultra squint by +/-30 degrees by themselves",
      ),
    )
      .addOption(new Option("--explain", "explain the request in words without sending it"))
      .addOption(flag("--time-zone <zone>", "IANA zone for --explain (default: the target's)", readNonEmpty))
      .addOption(elementsFlag("for --explain, "))
      .optionsGroup("Body:"),
  );

export const addRepeatFlags = (command: Command) =>
  addBodyFlags(
    addRequestFlags(
      addPropertyFlags(
        addSeriesFlags(addTargetFlags(command)),
        REPEAT_TIERS,
        "routine or flexible",
        "collection type (swath task types)",
      )
        .addOption(new Option("--maintain-framing", "keep look direction, orbit direction and plane"))
        .addOption(new Option("--no-maintain-framing", "allow the framing to change"))
        .addOption(
          flag("--look-angle-tolerance <degrees>", "with --maintain-framing: of look angles", readNumber),
        )
        .addOption(flag("--azimuth-tolerance <degrees>", "with --maintain-framing: of azimuths", readNumber))
        .optionsGroup("Not in the interface's table of repeat requests:"),
    ).optionsGroup("Body:"),
  );

type TaskOptions = ReturnType<ReturnType<typeof addTaskFlags>["opts"]>;
type RepeatOptions = ReturnType<ReturnType<typeof addRepeatFlags>["opts"]>;

/** The options of either command; a command's missing options are undefined. */
export type CreateOptions = Partial<TaskOptions> & Partial<RepeatOptions>;

/** Returns whether one of these options is given. */
export const isAnswered = (options: object, names: readonly string[]): boolean =>
  names.some((name) => (options as Readonly<Record<string, unknown>>)[name] !== undefined);

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
  ...CONSTRAINT_FIELDS,
} as const satisfies BodyFields;

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
