/**
 * The next step after an error: one command, or one flag to add or change. Only this layer knows commands and flags.
 */
import type { OrderedItem } from "../../money/purchase.ts";
import { closest } from "../../domain/closest.ts";
import type { About, AppError, ErrorCode, Fault } from "../../errors.ts";
import { boxToPolygon } from "../../geo/bbox.ts";
import { advice, blank, keepOne, swath, typed, type CommandWord, type Hint } from "../../hint.ts";
import { isStep, type NextStep, type StepValues } from "../../next-step.ts";
import { flagName } from "../../settings/settings.ts";
import { flagOf } from "../input/usage.ts";

const FLAG_OF_COLUMN: Readonly<Record<string, string>> = {
  collection: "--collection <id>",
  id: "--id <id>",
  datetime: "--from <time>",
  time: "--from <time>",
  scene: "--collect-id <id>",
  covers: "--min-cover <share>",
  price: "--sort price",
};

/** The flags of `order` that name these items. */
const itemFlags = (items: readonly OrderedItem[]): string[] =>
  items.flatMap(({ collectionId, granuleId, productType, collectIds = [] }) =>
    granuleId === undefined
      ? ["--generate", `${productType}=${collectIds.join(",")}`]
      : ["--item", `${collectionId}/${granuleId}`],
  );

/** The flags of `order` that name these items, and their contract. */
export const orderFlags = ({
  items,
  contractId,
}: {
  items: readonly OrderedItem[];
  contractId?: string;
}): string[] => [...itemFlags(items), ...(contractId === undefined ? [] : ["--contract", contractId])];

/** Steps chosen by other modules, if an error code alone is not sufficient. */
const BY_STEP: { readonly [K in keyof StepValues]: (step: StepValues[K]) => Hint } = {
  changeDialect: ({ setting }) => `A deployment may use another form: see the setting dialect.${setting}`,
  checkConnection: () => CHECK_CONNECTION,
  changeBaseUrl: () => CHANGE_BASE_URL,
  checkBaseUrl: () => CHECK_BASE_URL,
  keepOne: ({ options }) =>
    options.length === 1 ? `Keep only one ${flagName(options[0]!)}` : keepOne(...options.map(flagName)),
  correctTo: ({ value }) => `Did you mean ${value}?`,
  chooseContract: ({ contractId, path, isOption }) =>
    isOption
      ? advice`Leave out --contract, or add ${typed("--set", `${path}=null`)} to use it`
      : advice`Add ${typed("--contract", contractId)}, or ${typed("--set", `${path}=null`)} for the other one`,
  splitByContract: () => "Order the items of each contract alone, with --contract",
  selectColumn: ({ column }) => `Use ${FLAG_OF_COLUMN[column]}`,
  trustCertificates: () => "Name the certificate authority of your network with --ca-file",
  sendLess: () => "Send fewer items at a time",
  logIn: () => swath`auth login`,
  seeCredential: ({ check }) => (check ? swath`auth status --check` : swath`auth status`),
  storeUnchecked: () => "To store the key without this check, add --no-check",
  trySandbox: () => "Add --sandbox to try it without an account",
  leaveSandbox: () => "Choose another profile with --profile",
  makeProfile: ({ name }) => advice`Make it: ${swath`auth login --profile ${name} --base-url https://...`}`,
  correctSetting: ({ key }) => advice`Correct it: ${swath`config set ${key} <value>`}`,
  exportDialect: () => advice`Such a file is written by ${swath`config export <file>`}`,
  removeSetting: ({ key }) => advice`Remove it: ${swath`config unset ${key}`}`,
  listSettings: () => advice`List the settings: ${swath`config list`}`,
  giveSetting: ({ option, variable }) => `Give it as ${option === undefined ? variable : flagName(option)}`,
  changeMode: ({ path, mode }) => `Type: chmod ${mode.toString(8)} ${path}`,
  replaceKeyStore: ({ path }) => `Remove it and log in again: rm ${path}`,
  startSandbox: () => swath`sandbox start`,
  stopSandbox: () => advice`Stop it: ${swath`sandbox stop`}`,
  resetSandbox: () => advice`Start over: ${swath`sandbox reset --store`}`,
  choosePort: () => advice`Take a free one: ${swath`sandbox start --port 0`}`,
  endProcess: ({ pid }) => `End it: kill -9 ${pid}`,
  rerun: () => "Run the same command again: it continues",
  raiseLimit: () => "Raise --max-cost: a scene that was not ordered stays new",
  keepGoing: () => "Add --keep-going to continue with the others",
  giveFullId: () => "Give the full id",
  changeState: () => "Give another file with --state",
  showIds: () => "Leave out --quiet",
  giveElements: () => GIVE_ELEMENTS,
  showMore: ({ page }) => (page === undefined ? "--limit N for more" : `--page ${page} for the next`),
  readAll: () => "--all reads everything",
  seeState: (request) => seeState(request),
  skipOwned: ({ others, orderId }) =>
    advice`Add --skip-owned to order only the other ${others === 1 ? "item" : `${others} items`}; download the earlier order: ${swath`order download ${orderId ?? blank("orderId")}`}`,
  resend: () => "--resend sends it again",
  sendAnew: () => "a new window or name makes new requests; --resend sends the same again",
  decide: ({ noun, decision, id }) => swath`${noun} ${decision} ${id}`,
  cancel: ({ noun, ids }) => swath`${noun} cancel ${ids}`,
  endMade: ({ end, noun, id }) => advice`If that is not wanted, ${end} it: ${swath`${noun} ${end} ${id}`}`,
  changeForm: ({ end, noun, ids, form }) => {
    const them = ids.length === 1 ? "it" : "them";
    const first = advice`${end} ${them} (${swath`${noun} ${end} ${ids}`})`;
    if (form === "learned")
      return advice`The service's spelling is known now: ${first}, and create ${them} again`;
    const change = swath`config set ${`dialect.${form.key}`} ${form.value}`;
    return advice`The service may read another form: ${first}, and try that: ${change}`;
  },
  approveAbove: ({ noun, id }) =>
    advice`Approve it at a higher limit: ${swath`${noun} approve ${id} --max-cost <amount>`}`,
  awaitPrice: ({ noun, ids }) => swath`${noun} cost ${ids} --wait`,
  followRequest: ({ noun, ids }) =>
    noun === "task" ? swath`task wait ${ids}` : swath`search tasks --repeat-id ${ids}`,
  includeSeries: () => "Add --include-repeating",
  findRequests: ({ noun }) =>
    advice`Look for it: ${noun === "task" ? swath`search tasks` : swath`search repeats`}`,
  orderSeries: () => advice`Tick its tasks, see their price and buy: ${swath`order task`}`,
  orderTasks: ({ ids, productTypes }) => {
    const only = productTypes === undefined ? [] : ["--product-type", productTypes.join(",")];
    return advice`Order ${ids.length === 1 ? "its" : "their"} images: ${swath`order task ${ids} ${only}`}`;
  },
  seeApprovals: () => advice`See what waits for approval: ${swath`approvals`}`,
  seeStatus: () => advice`Follow them: ${swath`status`}`,
  reviewItems: (order) =>
    advice`See the price and earlier orders: ${swath`order review ${orderFlags(order)}`}`,
  hastenClock: () => swath`sandbox clock --mode auto`,
  advanceClock: () => swath`sandbox clock --advance 1d`,
  downloadOrder: ({ orderId, outDir = "imagery", wait = false, isBegun = false, hasGallery = false }) => {
    const flags = [...(wait ? ["--wait"] : []), ...(hasGallery ? ["--gallery"] : [])];
    const command = swath`order download ${orderId ?? blank("orderId")} --out-dir ${outDir} ${flags}`;
    return advice`${isBegun ? "Continue the download" : orderId === undefined ? "Download an order into it" : "Download it"}: ${command}`;
  },
  replaceFile: () => "Add --overwrite to replace it",
  reviewAgain: (order) =>
    advice`See what it costs to order it again: ${swath`order review ${orderFlags(order)}`}`,
  reorderFree: ({ orderId }) =>
    advice`It costs nothing to order it again: ${swath`order download ${orderId} --out-dir imagery --reorder-free`}`,
  orderAgain: (order) => advice`Order it again, and pay again: ${swath`order place ${orderFlags(order)}`}`,
  listOrders: () => advice`See those placed from this machine: ${swath`order history`}`,
  saveOrderBody: ({ orderId }) => {
    const show = swath`journal show ${orderId} --json --query body`;
    return advice`Save its body for order review --data: ${show} > body.json`;
  },
  chooseFile: ({ of }) => `Choose one with ${of === "order" ? "--asset" : "--file-name"}`,
  repairFolder: ({ folder }) => advice`Fetch again only what is wrong: ${swath`verify ${folder} --repair`}`,
  writeElsewhere: ({ option }) => `Write it elsewhere with ${flagName(option)}`,
  findItems: () => FIND_ITEMS,
  coverTogether: () => "Add --cover in place of --min-cover: it chooses scenes that cover the area together",
  taskArea: ({ box }) => {
    const ring = boxToPolygon([...box]).coordinates[0]!.map((position) => position.join(" "));
    return advice`Task the largest uncovered part: ${swath`task create --file ${`POLYGON((${ring.join(",")}))`} --type stripmap_100 --window-open now --window 7d`}`;
  },
  listOneProduct: ({ type }) => `--product-type ${type} lists one product of each`,
  fetchExports: () =>
    advice`Fetch some: ${swath`export fetch --type full --format geoparquet --out-dir <dir>`}`,
  seeRecords: () => "Use --json to see the original record",
  fetchNewest: () => "--weeks N for the newest",
  queryExports: ({ folder }) =>
    advice`Search them without a network: ${swath`export query ${folder} --limit 5`}`,
  excludeAssets: ({ assets }) =>
    advice`Leave it out: add ${typed(...assets.flatMap((asset) => ["--exclude-asset", asset]))}`,
  includePages: ({ assets }) =>
    advice`${typed(...assets.flatMap((asset) => ["--asset", asset]))} downloads ${assets.length === 1 ? "that" : "those"}`,
  saveLinks: () => advice`Save the links: ${swath`order links <orderId> --json`} > links.json`,
  planDownload: () => "--plan sends it and shows the files",
  showGallery: ({ folder }) => advice`See what it is: ${swath`gallery ${folder} --open`}`,
  showIntent: ({ intentId }) => advice`An outcome is unknown: ${swath`journal show ${intentId}`}`,
  listJournal: ({ state }) => swath`journal list ${state === undefined ? [] : ["--state", state]}`,
  resolveIntent: ({ intentId, noun, decidedId }) =>
    noun === "order"
      ? advice`Record the order's id: ${swath`journal resolve ${intentId} --order-id <orderId>`}`
      : advice`Record its id: ${swath`journal resolve ${intentId} --id ${decidedId ?? blank("id")}`}`,
  addGeo: ({ collectId, isLookedUp }) =>
    advice`Add ${isLookedUp ? typed("--generate", `GEO=${collectId}`) : "--with-geo to look it up"}`,
  refreshTypes: () => "--refresh asks again",
  readPrice: () => "Leave out the flag that skips the price",
  makeQuote: () => MAKE_QUOTE,
  buyQuote: ({ file }) => advice`Buy it: ${swath`quote buy ${file}`}`,
  saveElsewhere: () => "Give another file",
  chooseProfile: () => "Choose the profile of the quote with --profile",
  importJournal: () => advice`Import the journal of the quote: ${swath`journal import <file>`}`,
  typeAmount: () => "Approve it on a terminal, without --yes",
};

type Step = Hint | ((error: AppError) => Hint | undefined);

const QUOTE_COMMANDS = "order review, task cost, repeat cost and approvals list have --save";
const MAKE_QUOTE = `Make a new quote: ${QUOTE_COMMANDS}`;

const CHECK_CONNECTION = advice`Check the connection: ${swath`doctor`}`;
const CHECK_BASE_URL = "Check the --base-url";
const CHANGE_BASE_URL = "Set --base-url to the address that the service uses";
const FIND_ITEMS = advice`Find items: ${swath`catalog search`}`;
const LIST_EXPORTS = advice`List the files: ${swath`export list`}`;
const GIVE_ELEMENTS = "Give a file of orbital elements, OMM or TLE";
const SHOW_EXCHANGE = "Add --debug to see the response";
const RAISE_TIMEOUT = "Raise --timeout";
const SEE_CREDENTIAL = advice`See which credential is used: ${swath`auth status`}`;

/** Returns the id in the error. */
const idOf = ({ about, data }: AppError, key: string, name: string): string | CommandWord => {
  const id = data?.[key] ?? about?.id;
  return typeof id === "string" && id !== "" ? id : blank(name);
};

const downloadOrder = (error: AppError): Hint =>
  advice`Download that order: ${swath`order download ${idOf(error, "orderId", "orderId")}`}`;

const showIntent = (error: AppError): Hint =>
  advice`See the earlier request: ${swath`journal show ${idOf(error, "intentId", "intentId")}`}`;

const seeState = ({ noun, id }: About): Hint => advice`See its state: ${swath`${noun} get ${id}`}`;

const tryLater = ({ data }: AppError): Hint =>
  typeof data?.["retryAfterSeconds"] === "number"
    ? `Try again after ${data["retryAfterSeconds"]} s`
    : "Try again later";

/** If a limit or a budget cannot be compared with a price, a higher one does not help. */
function byPriceReason({ data = {} }: AppError): Hint | undefined {
  switch (data["reason"]) {
    case "unbounded":
      return "Create the series with an end: add --count";
    case "currenciesMixed":
      return "Approve the requests of one currency at a time";
    case "priceUnreadable":
      return "Ask the service for the price";
    case "otherCurrency":
      return "Give the limit in the currency of the price";
    case "dollarUnknown":
      return advice`Set the currency of the dollar sign: ${swath`config set ${"dialect.currency.$"} USD`}`;
    case "spendsUnknown":
      return stepOfSpend(String((data["journal"] as unknown[])[0]));
    default:
      return undefined;
  }
}

/** A record that cannot be read is named by its file, and has no price before its outcome is known. */
const stepOfSpend = (id: string): Hint =>
  id.endsWith(".json")
    ? advice`See what it may be: ${swath`journal show ${id}`}`
    : advice`Write the price down: ${swath`journal resolve ${id} --price <amount>`}`;

/** Reasons against a price of which a quote can be made. */
const QUOTABLE: ReadonlySet<string> = new Set(["aboveLimit", "otherCurrency", "dollarUnknown"]);
/** Reasons why no quote was made: another try would fail as well. */
const NOT_QUOTABLE: ReadonlySet<string> = new Set(["priceUnknown", "hasLink"]);

const BY_CODE: Partial<Record<ErrorCode, Step>> = {
  APPROVAL_REQUIRED: (error) => {
    const { quote, reason } = error.data ?? {};
    if (quote !== undefined) return advice`Have it approved: ${swath`quote approve <file> --by <name>`}`;
    return QUOTABLE.has(String(reason))
      ? `Save a quote, and have it approved: ${QUOTE_COMMANDS}`
      : byPriceReason(error);
  },
  ALREADY_ORDERED: (error) =>
    error.data?.["reason"] === "pieceExpired" ||
    error.data?.["orderId"] === undefined ||
    error.data["isNeeded"] === true
      ? "Add --resend to buy again, and pay again"
      : downloadOrder(error),
  AUTH_EXPIRED: advice`Get a new token: ${swath`auth token --username <name>`}`,
  AUTH_MISSING: advice`Log in: ${swath`auth login`}`,
  BUDGET_EXCEEDED: (error) => byPriceReason(error) ?? advice`See what was spent: ${swath`spend`}`,
  COLLECTION_TYPE_UNKNOWN: advice`List the types: ${swath`task types`}`,
  CONFIG_MISSING_BASE_URL: advice`Log in: ${swath`auth login --base-url https://...`}`,
  CONFIRMATION_REQUIRED: "Add --yes to agree",
  COST_LIMIT_EXCEEDED: (error) =>
    error.data?.["reason"] === "aboveLimit" ? "Raise --max-cost" : byPriceReason(error),
  CRS_UNSUPPORTED: advice`For example: ${typed("--bbox-crs", "CRS84")}`,
  DISK_WRITE_FAILED: "Choose another folder",
  ELEMENTS_INVALID: GIVE_ELEMENTS,
  EXPORT_FILE_NOT_FOUND: LIST_EXPORTS,
  INTENT_CONFIRMED: showIntent,
  INTENT_OPEN: showIntent,
  ITEM_NOT_FOUND: FIND_ITEMS,
  JOURNAL_UNWRITABLE:
    "Make the folder writable. Another XDG_STATE_HOME has an empty journal, which knows no earlier purchase",
  KEYRING_UNAVAILABLE: advice`Store the key in a file: ${swath`auth login`}`,
  KEY_INVALID: advice`Store the key again: ${swath`auth login`}`,
  MALFORMED_JSON: "Add --dry-run to see the body",
  NETWORK: CHECK_CONNECTION,
  NOT_AUTHENTICATED: advice`Store a valid key: ${swath`auth login`}`,
  NOT_AUTHORIZED: SEE_CREDENTIAL,
  NOT_FOUND: ({ about }) => (about ? "Check the id" : "Check the address, which begins with the --base-url"),
  METHOD_NOT_ALLOWED: CHECK_BASE_URL,
  NOT_IN_REVIEW: ({ about }) =>
    about ? seeState(about) : advice`See the requests in review: ${swath`approvals`}`,
  ORDER_EXPIRED: (error) => advice`See what it held: ${swath`journal show ${idOf(error, "orderId", "id")}`}`,
  ORDER_IN_PROGRESS: (error) =>
    advice`Wait for it: ${swath`order download ${idOf(error, "orderId", "id")} --wait`}`,
  ORDER_NOT_FOUND: advice`See your orders: ${swath`order history`}`,
  ORG_MANAGER_REQUIRED: SEE_CREDENTIAL,
  OUTCOME_UNKNOWN: (error) =>
    advice`See what is known, and settle it: ${swath`journal show ${idOf(error, "intentId", "intentId")}`}`,
  PRICE_CHANGED: "Order again to see the new price",
  QUOTE_REFUSED: ({ data }) =>
    typeof data?.["intentId"] === "string"
      ? advice`See what was bought: ${swath`journal show ${data["intentId"]}`}`
      : NOT_QUOTABLE.has(String(data?.["reason"]))
        ? undefined
        : MAKE_QUOTE,
  RATE_LIMITED: tryLater,
  REDIRECT_REFUSED: CHECK_CONNECTION,
  REQUEST_ENDED: ({ about }) => about && seeState(about),
  RESPONSE_UNRECOGNISED: SHOW_EXCHANGE,
  RESULT_TOO_LONG: "Narrow the search, for example with a later --from",
  RETASK_COLLECT_NO_REPEAT: advice`For a series: ${swath`repeat create`}`,
  RETASK_POLYGON: advice`Create a new request over the area: ${swath`task create`}`,
  SERVICE_ERROR: tryLater,
  TASK_HAS_NO_COLLECTS: (error) =>
    advice`Wait for the collect: ${swath`task wait ${idOf(error, "id", "id")}`}`,
  TIMEOUT: RAISE_TIMEOUT,
  WAIT_TIMEOUT: "Raise --wait-timeout",
};

/** Returns the text of a module's step. */
export const stepText = (step: Hint | NextStep): Hint =>
  // The compiler checks in the table that it has a function for each name, but cannot follow this here.
  isStep(step) ? (BY_STEP[step.do] as (step: NextStep) => Hint)(step) : step;

/** Returns the next step after a failure; for faults of the input each fault has its own. */
export function nextStep(error: AppError): Hint | undefined {
  if (error.next !== undefined) return stepText(error.next);
  if (error.issues.length > 0 && error.kind !== "service") return undefined;
  const step = BY_CODE[error.code];
  return typeof step === "function" ? step(error) : step;
}

type Fix = Hint | ((fault: Fault) => Hint | undefined);

/** Flags whose value contains the invalid part among others. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  "--data",
  "--file",
  "--filter",
  "--generate",
  "--items",
  "--set",
  "--where",
]);

/** Fixes of one fault of the input, if its rule is not sufficient. */
const FIXES: Partial<Record<ErrorCode, Fix>> = {
  ID_AMBIGUOUS: "Give one of them in full",
  FEATURE_REQUIRED: 'Set "type" to "Feature"',
  PROPERTIES_REQUIRED: 'Give the fields under "properties"',
  GEOMETRY_COORDINATES_INVALID: ({ flag }) =>
    advice`Write longitude first, in degrees: ${flag === "--point" ? typed("--point", "-9.14,38.69") : "[-9.14, 38.69]"}`,
  GEOMETRY_TYPE_UNSUPPORTED: ({ value, rule }) =>
    value === undefined ? advice`For example: ${typed("--point", "-9.14,38.69")}` : `Rule: ${rule}`,
  GEOMETRY_RING_NOT_CLOSED: "Repeat the first position at the end",
  GEOMETRY_RING_COUNT: "Keep the outer ring alone",
  GEOMETRY_SELF_INTERSECTING: "Put the positions around that place in the order of the outline",
  REPEAT_GEOMETRY_NOT_POINT: "Give the point to be imaged: --point <lon,lat>",
  POLYGON_COLLECTION_TYPE: advice`Type: ${typed("--type", "stripmap_100")}`,
  WINDOW_REQUIRED: advice`For example: ${typed("--window-open", "+1d", "--window", "7d")}`,
  WINDOW_PAST: "Give a later end",
  WINDOW_ORDER: "Put the end after the start",
  TIMESTAMP_INVALID: "For example: 2026-03-01T12:00:00Z",
  ORBITAL_PLANE_INVALID: advice`For example: ${typed("--orbital-plane", "45,97")}`,
  OFF_NADIR_ORDER: advice`For example: ${typed("--off-nadir-min", "20", "--off-nadir-max", "40")}`,
  RETASK_LOOK_ANGLE_RANGE: advice`For example: ${typed("--off-nadir-min", "27", "--off-nadir-max", "37")}`,
  LOCAL_TIME_INVALID: ({ flag }) =>
    advice`For example: ${flag === "--local-time" ? typed(flag, "06:30-09:00") : "[23400, 32400]"}`,
  SQUINT_ANGLE_TOO_LARGE: advice`For example: ${typed("--max-squint-angle", "35")}`,
  GEO_REQUIRED: "Leave GEO in the list",
  ORG_GEO_LOCKED: "Make GEO required",
  PLACEMENT_CONFLICT: "Give it once",
  REPEAT_INTERVAL_TOO_SHORT: advice`For example: ${typed("--interval", "1d")}`,
  REPEAT_END_CONFLICT: keepOne("--count", "--to", "--until-canceled"),
  EXPORT_FILE_NOT_FOUND: LIST_EXPORTS,
  EXPORT_NOTHING_MATCHED: LIST_EXPORTS,
  EXPORT_SELECTOR_CONFLICT: keepOne("--format", "--file-name"),
  RETASK_COLLECT_NO_REPEAT: advice`For a series: ${swath`repeat create`}`,
  FIELD_TYPE_INVALID: ({ rule }) => rule && `Give ${rule}`,
  QUERY_OPERATOR_INVALID: ({ rule }) => rule && `Use ${rule}`,
  ENUM_INVALID: ({ flag, value, rule = "", message }) => {
    const words = /^one of (.+)/.exec(rule)?.[1]?.split(", ") ?? [];
    const meant = typeof value === "string" ? closest(value, words) : undefined;
    if (meant !== undefined) return `Did you mean ${meant}?`;
    if (!message.includes(rule)) return `Give ${rule}`;
    const isItsOwn = flag?.startsWith("--") === true && !DOCUMENTS.has(flag);
    return words[0] && advice`For example: ${isItsOwn ? typed(flag, words[0]) : JSON.stringify(words[0])}`;
  },
};

/** Returns the fault with its flag, and with a next step if one is known. */
export function withFix(fault: Fault): Fault {
  const flag = flagOf(fault);
  const found = flag === undefined ? fault : { ...fault, flag };
  const fix = FIXES[fault.code];
  const next = fault.next ?? (typeof fix === "function" ? fix(found) : fix);
  return next === undefined ? found : { ...found, next };
}
