import type { ErrorCode } from "../../src/errors.ts";
import { later, type Step } from "./steps.ts";

/** A line that ends with an error. Its output is the example of that code in docs/troubleshooting.md. */
interface Example extends Step {
  exampleOf?: ErrorCode;
}

const example = (exampleOf: ErrorCode, line: string, given: Omit<Step, "line"> = {}): Example => ({
  exampleOf,
  line,
  ...given,
});

const POINT = "--point -9.14,38.69";
const WINDOW = "--window-open +1d --window 7d";
const TASK = `task create ${POINT} ${WINDOW} --tier standard --type spotlight`;
const SERIES = "repeat create --point 14.43,40.82 --from +1d --tier routine --type spotlight";
const fault = (rule: object): Step["control"] => [["POST", "/faults", { count: 1, ...rule }]];
/** The form of ids. */
const ID = "[0-9a-f]{8}-[0-9a-f-]{27}";

const commands: Example[] = [
  { line: "sandbox users --json", keep: { ORG: '"organizationId": "([^"]+)' } },
  { line: "org set-defaults $ORG --required GEO,SLC --yes", as: "manager" },
  example("USAGE", "order place --itme vendor-archive/x"),
  example("INPUT_NOT_READABLE", "catalog search --file area.geojson"),
  example("INPUT_NOT_JSON", `api POST /tasks/search --data '{"limit":1'`),
  example(
    "INPUT_NOT_GEOJSON",
    `task create --file sites.geojson ${WINDOW} --tier flexible --type spotlight`,
    {
      files: {
        "sites.geojson": JSON.stringify({
          type: "FeatureCollection",
          features: [14.43, 15].map((longitude) => ({
            type: "Feature",
            geometry: { type: "Point", coordinates: [longitude, 40.82] },
            properties: {},
          })),
        }),
      },
    },
  ),
  example("INPUT_AMBIGUOUS", `${TASK} --tier urgent`),
  example("INPUT_STDIN_TTY", "order review --items -", { terminal: true, env: { NO_COLOR: "1" } }),
  example("ELEMENTS_INVALID", "passes --place Lisbon --elements fleet.tle", {
    files: { "fleet.tle": "TERN 1\n1 90501U 25001A   26060.25781234\n" },
  }),
  example("PLACE_UNKNOWN", "catalog search --place Lisbonn --limit 1"),
  example("PLACE_AMBIGUOUS", "catalog search --place Springfield --limit 1"),
  { line: `${TASK} --name lisbon-port --output id`, keep: { TASK: `^${ID}` } },
  { line: `${TASK} --name lisbon-port --output id`, keep: { TWIN: `^${ID}` } },
  example("ID_AMBIGUOUS", "task get lisbon-port"),
  example("CONFIG_INVALID", "config set timeout soon"),
  example("CONFIG_MISSING_BASE_URL", "auth login --api-key-stdin", { as: "nobody", stdin: "key" }),
  example("FILTER_UNKNOWN", "catalog search --limit 1 --columns id,incidnce"),
];

const rules: Example[] = [
  example("FEATURE_REQUIRED", `task create --data '{"type":"Point","coordinates":[-9.14,38.69]}'`),
  example(
    "PROPERTIES_REQUIRED",
    `repeat create --data '{"type":"Feature","geometry":{"type":"Point","coordinates":[14.43,40.82]},"properties":7}'`,
  ),
  example("GEOMETRY_TYPE_UNSUPPORTED", `task create --file 'LINESTRING(15 37, 16 38)' ${WINDOW}`),
  example("GEOMETRY_COORDINATES_INVALID", "catalog search --point 38.71,-190"),
  example(
    "GEOMETRY_RING_NOT_CLOSED",
    `task create --file 'POLYGON((0 0,1 0,1 1))' ${WINDOW} --tier urgent --type stripmap_100`,
  ),
  example(
    "GEOMETRY_RING_COUNT",
    `task create --file 'POLYGON((15 37,16 37,16 38,15 37),(15.5 37.2,15.8 37.2,15.8 37.4,15.5 37.2))' ${WINDOW} --tier urgent --type stripmap_100`,
  ),
  example(
    "GEOMETRY_SELF_INTERSECTING",
    `task create --file 'POLYGON((0 0,1 1,1 0,0 1,0 0))' ${WINDOW} --tier urgent --type stripmap_100`,
  ),
  example(
    "POLYGON_COLLECTION_TYPE",
    `task create --file 'POLYGON((-9.2 38.6,-9.0 38.6,-9.0 38.8,-9.2 38.8,-9.2 38.6))' ${WINDOW} --tier urgent --type spotlight`,
  ),
  example("COLLECTION_TYPE_UNKNOWN", `task create ${POINT} ${WINDOW} --tier standard --type stripmap_500`),
  example("COLLECT_MODE_CONFLICT", `${TASK} --set properties.collectConstraints.collectMode=stripmap`),
  example(
    "REPEAT_GEOMETRY_NOT_POINT",
    "repeat create --file 'POLYGON((0 0,1 0,1 1,0 0))' --from +1d --interval 7 --tier routine --type spotlight --count 2",
  ),
  example("WINDOW_REQUIRED", `task create ${POINT} --window-open +1d --tier standard --type spotlight`),
  example(
    "WINDOW_PAST",
    `task create ${POINT} --window-open 2026-01-01 --window 1d --tier standard --type spotlight`,
  ),
  example(
    "WINDOW_ORDER",
    `task create ${POINT} --window-open +2d --window-close +1d --tier standard --type spotlight`,
  ),
  example("TIMESTAMP_INVALID", "spend --from 1d"),
  example("ENUM_INVALID", "catalog search --product-type GOE"),
  example("FIELD_TYPE_INVALID", `${TASK} --set properties.taskingrequestName=7`),
  example("ORBITAL_PLANE_INVALID", `${TASK} --orbital-plane 46`),
  example("OFF_NADIR_ORDER", `${TASK} --off-nadir-min 40 --off-nadir-max 20`),
  example("LOCAL_TIME_INVALID", `${TASK} --local-time noonish`),
  example(
    "SQUINT_ANGLE_TOO_LARGE",
    `${TASK.replace("spotlight", "stripmap_20")} --squint enabled --max-squint-angle 36`,
  ),
  example("GEO_REQUIRED", "task set-products $TASK --remove GEO"),
  example("PLACEMENT_CONFLICT", `${TASK} --set customAttribute1=a --set properties.customAttribute1=b`),
  example("REPEAT_INTERVAL_TOO_SHORT", `${SERIES} --count 3 --interval 12h`),
  example("REPEAT_END_CONFLICT", `${SERIES} --interval 7 --count 3 --to +60d`),
  example("RETASK_LOOK_ANGLE_RANGE", "collect retask c-1 --off-nadir-min 60"),
  example("RETASK_COLLECT_NO_REPEAT", "collect retask c-1 --set properties.repetitionCount=3"),
  {
    line: `task create --file 'POLYGON((-9.2 38.6,-9.0 38.6,-9.0 38.8,-9.2 38.8,-9.2 38.6))' ${WINDOW} --tier urgent --type stripmap_100 --output id`,
    keep: { AREA: `^${ID}` },
  },
  example("RETASK_POLYGON", "task retask $AREA --window-open +1d --window-close +8d"),
  example("PRODUCT_TYPE_LOCKED", "task set-products $TASK --product-type GEO"),
  example("PRODUCT_TYPE_UNAVAILABLE", `${TASK} --product-type GEO,CPHD`, {
    control: [["POST", "/settings", { unavailableProductTypes: ["CPHD"] }]],
  }),
  example("ORG_GEO_LOCKED", "org set-defaults org-a --optional GEO --yes"),
];

const searches: Example[] = [
  example("PAGE_LIMIT_EXCEEDED", "search tasks --limit 501 --page-size 501"),
  example("QUERY_OPERATOR_INVALID", "search tasks --where 'taskingrequestName<b'"),
  example("QUERY_FIELD_DUPLICATE", "search tasks --status active --where status=completed"),
  example("DATETIME_INTERVAL_INVALID", "catalog search --datetime 2026-02-01/2026-01-01"),
  example("BBOX_INVALID", "catalog search --bbox 0,50,5,40"),
  example("CRS_UNSUPPORTED", "catalog search --bbox 1,2,3,4 --bbox-crs EPSG:32629"),
  example("CATALOG_SPATIAL_CONFLICT", "catalog search --point -9.14,38.71 --bbox 1,2,3,4"),
  {
    line: "catalog search --product-type GEO --limit 1 --output id",
    keep: { ITEM: "^\\S+$" },
  },
  {
    line: "catalog search --product-type GEO --limit 2 --sort datetime --columns id,properties.vendor:collect_id",
    keep: { OTHER: "^\\S+", COLLECT: "\\t(\\S+)$" },
  },
  example("PICTURE_UNAVAILABLE", "catalog preview $ITEM", {
    control: [["POST", "/settings", { thumbnails: "none" }]],
  }),
];

const exports: Example[] = [
  example("EXPORT_SELECTOR_CONFLICT", "export links --type latest --format gpkg --file-name a.gpkg"),
  example("EXPORT_SELECTOR_MISSING", "export links --type weekly"),
  example("EXPORT_FILE_NOT_FOUND", "export links --type weekly --file-name footprints.gpkg"),
  example("EXPORT_NOTHING_MATCHED", "export links --type weekly --match 'footprints*'"),
];

const purchases: Example[] = [
  example("ORDER_EMPTY", "order review"),
  example("ORDER_ITEM_SHAPE", "order review --item lisbon"),
  example("VS_WITHOUT_GEO", "order place --generate VS=$COLLECT --yes"),
  example("ITEM_NOT_FOUND", "order review --item vendor-archive/lisbon"),
  example("ORDER_NOT_AUTHORIZED", "order place --item vendor-archive/$ITEM --yes", {
    control: [["POST", "/settings", { reviewStyle: "denied" }]],
  }),
  example("CONFIRMATION_REQUIRED", "order place --item vendor-archive/$ITEM", {
    control: [["POST", "/settings", { reviewStyle: null }]],
  }),
  example("ABORTED", "order place --item vendor-archive/$ITEM", {
    terminal: true,
    answers: [false],
    env: { NO_COLOR: "1" },
  }),
  example("COST_LIMIT_EXCEEDED", "order place --item vendor-archive/$ITEM --yes --max-cost 10"),
  { line: "config set approval.above 100" },
  example("APPROVAL_REQUIRED", "order place --item vendor-archive/$ITEM --yes"),
  { line: "config unset approval.above" },
  { line: "order review --item vendor-archive/$ITEM --save quote.json" },
  { line: "quote buy quote.json --yes --output id", keep: { ORDER: `^${ID}` } },
  example("QUOTE_REFUSED", "quote buy quote.json --yes"),
  example("ALREADY_ORDERED", "order place --item vendor-archive/$ITEM --yes"),
];

const downloads: Example[] = [
  example("ORDER_NOT_FOUND", "order download 11111111-1111-4111-8111-111111111111 --out-dir imagery"),
  { line: "order place --generate GEC=$COLLECT --yes --output id", keep: { MADE: `^${ID}` } },
  example("ORDER_IN_PROGRESS", "order download $MADE --out-dir imagery"),
  example("DOWNLOAD_NOTHING", "order download $ORDER --role data --exclude-asset HH"),
  example(
    "DOWNLOAD_INCOMPLETE",
    "order download $ORDER --out-dir imagery --asset HH --retries 0 --max-connections 1",
    {
      control: fault({ route: "asset", truncate: 1000 }),
    },
  ),
  example("DOWNLOAD_PARTIAL", "order download $ORDER --out-dir imagery --asset metadata --retries 0", {
    control: fault({ route: "asset", status: 503 }),
  }),
  example("SIGNED_URL_EXPIRED", "order download $ORDER --out-dir imagery --asset preview", {
    control: [["POST", "/faults", { route: "asset", expired: true }]],
  }),
  { line: "order download $ORDER --out-dir imagery --quiet", control: [["DELETE", "/faults"]] },
  {
    ...example("VERIFY_FAILED", "verify imagery"),
    cut: { "imagery/$ITEM/$ITEM_HH.tif": 1000 },
  },
  example("FILE_EXISTS", "deliveries catalog imagery", {
    files: { "imagery/catalog.json": '{"type":"Catalog","id":"mine"}' },
  }),
  example("BATCH_PARTIAL", "task get none-1 none-2"),
  example("DISK_WRITE_FAILED", "order download $ORDER --out-dir file/imagery", { files: { file: "" } }),
];

const requests: Example[] = [
  example("NOT_FOUND", "task get none"),
  example("TASK_HAS_NO_COLLECTS", "order task $TASK --yes"),
  { line: "task cost $TASK --wait", control: [later(300)] },
  example("APPROVAL_PENDING", "task wait $TASK"),
  { line: "task approve $TASK --yes" },
  example("NOT_IN_REVIEW", "task approve $TASK --yes"),
  { line: "task reject $TWIN --yes" },
  example("ENDED_UNEXPECTEDLY", "task wait $TWIN"),
  example("REQUEST_ENDED", "task cancel $TWIN --yes"),
  example("WAIT_TIMEOUT", "task wait $TASK --wait-timeout 10s"),
];

const keys: Example[] = [
  example("AUTH_MISSING", "catalog search --limit 1", { env: { SWATH_API_KEY: "" } }),
  example("NOT_AUTHENTICATED", "catalog search --limit 1", { env: { SWATH_API_KEY: "sbx_wrong" } }),
  example("KEY_INVALID", "auth login --base-url https://sar.example/v1 --api-key-stdin", {
    stdin: "a key\n",
  }),
  example("NOT_AUTHORIZED", "task list --org nothing"),
  example("ORG_MANAGER_REQUIRED", "org set-defaults $ORG --required GEO --yes"),
];

const service: Example[] = [
  example("RATE_LIMITED", "catalog search --limit 1 --retries 0", {
    control: fault({ route: "searchCatalog", status: 429, retryAfter: 7 }),
  }),
  example("SERVICE_ERROR", "catalog search --limit 1 --retries 0", {
    control: fault({ route: "searchCatalog", status: 503 }),
  }),
  example("NETWORK", "catalog search --limit 1 --retries 0", {
    control: fault({ route: "searchCatalog", reset: true }),
  }),
  example("SERVICE_REJECTED", "catalog search --limit 1", {
    control: fault({ route: "searchCatalog", status: 422 }),
  }),
  example("METHOD_NOT_ALLOWED", "api HEAD /collectiontypes"),
];

const journal: Example[] = [
  example("OUTCOME_UNKNOWN", "order place --item vendor-archive/$OTHER --yes --max-cost 1000", {
    control: fault({ route: "placeOrder", when: "after", status: 500 }),
  }),
  example("INTENT_OPEN", "order place --item vendor-archive/$OTHER --yes"),
  { line: "journal list --open --output id", keep: { INTENT: "^\\S+$" } },
  { line: "journal resolve $INTENT --order-id $ORDER --price 350 --no-validate" },
  example("CONFLICT", "journal resolve $MADE --not-created"),
  { line: `${TASK} --pre-approve --yes` },
  example("INTENT_CONFIRMED", `${TASK} --pre-approve --yes`),
  { line: "config set budget 400/month" },
  example("BUDGET_EXCEEDED", "order place --generate SICD=$COLLECT --yes"),
  example("JOURNAL_UNWRITABLE", "order place --generate SICD=$COLLECT --yes", {
    env: { XDG_STATE_HOME: "~/file" },
  }),
  example("MADE_DIFFERENTLY", `${TASK} --set properties.collectConstraints.numLooks=3 --strict --output id`),
  example("ORDER_EXPIRED", "order download $ORDER --out-dir late", { control: [later(8 * 86_400)] }),
  example("PRODUCT_EDIT_CUTOFF", "task set-products $TASK --product-type GEO,SLC,SIDD"),
];

/** One failure after another, over one sandbox and one home. */
export const troubleshooting: readonly Example[] = [
  ...commands,
  ...rules,
  ...searches,
  ...exports,
  ...purchases,
  ...downloads,
  ...requests,
  ...keys,
  ...service,
  ...journal,
];
