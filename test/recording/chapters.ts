/**
 * The recorded lines: a success of each verb, and a failure unless docs/troubleshooting.md has one of that verb
 * (`troubleshooting-lines.ts`). The other behaviour of a verb is proved by code and values in `test/cli/`.
 */
import { later, type Chapter, type Step } from "./steps.ts";

const ID = "[0-9a-f]{8}-[0-9a-f-]{27}";
const NO_SUCH_ID = "11111111-1111-4111-8111-111111111111";

/** Keys, settings, and verbs that need no service. */
const account: Step[] = [
  {
    line: "auth login --base-url https://sar.example/v1 --api-key-stdin --no-check",
    as: "nobody",
    stdin: "key-one\n",
  },
  { line: "auth status", as: "nobody" },
  { line: "auth status --check", as: "nobody" },
  { line: "auth token --username member@sandbox.invalid", env: { SWATH_PASSWORD: "sandbox-417749563e20" } },
  { line: "auth token --username member@sandbox.invalid", env: { SWATH_PASSWORD: "wrong" } },
  { line: "config set timeout 2m --profile work", as: "nobody" },
  { line: "config get timeout --profile work", as: "nobody" },
  { line: "config get tiemout", as: "nobody" },
  { line: "config list", terminal: true, columns: 80, as: "nobody" },
  { line: "config path", as: "nobody" },
  { line: "config unset timeout --profile work", as: "nobody" },
  { line: "config unset tiemout", as: "nobody" },
  {
    line: "config import acme.json --profile acme",
    as: "nobody",
    files: {
      "acme.json": JSON.stringify({
        swathDeployment: 1,
        name: "acme",
        dialect: { auth: { header: "X-API-Key" } },
      }),
    },
  },
  { line: "config import missing.json", as: "nobody" },
  { line: "config export --profile acme", as: "nobody" },
  { line: "profile use acme", as: "nobody" },
  { line: "profile use acne", as: "nobody" },
  { line: "profile show acme", as: "nobody" },
  { line: "profile show acne", as: "nobody" },
  { line: "profile list", as: "nobody" },
  { line: "profile delete acme --yes", as: "nobody" },
  { line: "profile delete acne --yes", as: "nobody" },
  { line: "auth logout --yes", as: "nobody" },
  { line: "auth logout", as: "nobody" },
  { line: "doctor", as: "nobody", opaque: "." },
  { line: "sandbox users --json", keep: { ORG: '"organizationId": "([^"]+)' } },
  { line: "org set-defaults $ORG --required GEO --optional SICD --yes", as: "manager" },
  { line: "api GET /collectiontypes" },
  { line: "schema order --skeleton" },
  { line: "schema ordre" },
  { line: "completion ksh" },
  { line: "version" },
  { line: "taks list" },
];

/** The sandbox's store on disk is the service. No line waits. */
const sandbox: Step[] = [
  { line: "sandbox status" },
  { line: "sandbox clock --set 2026-03-01T09:30:00Z --mode manual" },
  { line: "sandbox clock --advance forever" },
  { line: "sandbox users" },
  { line: "sandbox set generationDelay 10m" },
  { line: "sandbox set generationDelya 10m" },
  { line: "sandbox faults --add placeOrder --status 503 --count 2" },
  { line: "sandbox faults --add placeOdrer --status 503" },
  { line: "sandbox faults --clear" },
  {
    line: "task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight --sandbox --output id",
    keep: { TASK: `^${ID}` },
  },
  { line: "sandbox cancel-task $TASK" },
  { line: `sandbox cancel-task ${NO_SUCH_ID}` },
  {
    line: "repeat create --point 14.43,40.82 --from +1d --interval 7 --count 3 --tier routine --type spotlight --sandbox --output id",
    keep: { SERIES: `^${ID}` },
  },
  { line: "sandbox cancel-repeat $SERIES" },
  { line: `sandbox cancel-repeat ${NO_SUCH_ID}` },
  { line: "catalog search --product-type GEO --limit 1 --sandbox --output id", keep: { ITEM: "^\\S+$" } },
  { line: "order place --item vendor-archive/$ITEM --yes --sandbox --output id", keep: { ORDER: `^${ID}` } },
  { line: "sandbox complete-order $ORDER" },
  { line: `sandbox complete-order ${NO_SUCH_ID}` },
  { line: "sandbox stop" },
  { line: "sandbox reset" },
  { line: "sandbox reset --yes" },
];

const catalog: Step[] = [
  { line: "catalog search --place Lisbon --limit 3", terminal: true, columns: 80 },
  { line: "catalog search --product-type GEO --limit 1 --output id", keep: { ITEM: "^\\S+$" } },
  { line: "catalog preview $ITEM" },
  { line: "catalog stacks --point -9.14,38.71" },
  { line: "catalog stacks missing.parquet" },
  { line: "export list --type weekly --format geoparquet --weeks 2" },
  { line: "export list --type wekly" },
  { line: "export links --type weekly --weeks 1 --format geoparquet" },
  { line: "export fetch --type weekly --weeks 1 --format geoparquet --out-dir footprints" },
  {
    line: "export fetch --type weekly --weeks 1 --format gpkg --out-dir footprints --retries 0",
    control: [["POST", "/faults", { route: "asset", count: 1, reset: true }]],
  },
  { line: "export query footprints --limit 2" },
  { line: "export query nothing.parquet" },
  { line: "export sync mirror --type weekly --weeks 1 --format geoparquet" },
  { line: "export sync mirror --type dayly" },
  { line: "passes --point -9.14,38.71 --window 2d --sandbox" },
  {
    line: "watch sites.geojson",
    files: {
      "sites.geojson": JSON.stringify({
        type: "FeatureCollection",
        features: [
          {
            type: "Feature",
            properties: { name: "lisbon" },
            geometry: { type: "Point", coordinates: [-9.14, 38.71] },
          },
        ],
      }),
    },
  },
  { line: "watch missing.geojson" },
];

/** From a price to files, and what the machine remembers of a purchase. */
const order: Step[] = [
  { line: "catalog search --product-type GEO --limit 1 --output id", keep: { ITEM: "^\\S+$" } },
  {
    line: "catalog search --product-type GEO --limit 2 --sort datetime --columns id,properties.vendor:collect_id",
    keep: { OTHER: "^\\S+", COLLECT: "\\t(\\S+)$" },
  },
  { line: "order review --item vendor-archive/$ITEM" },
  { line: "order place --item vendor-archive/$ITEM", terminal: true, answers: [true], keep: { ORDER: ID } },
  { line: "order get $ORDER" },
  { line: `order get ${NO_SUCH_ID}` },
  { line: "order wait $ORDER" },
  { line: `order wait ${NO_SUCH_ID}` },
  { line: "order links $ORDER" },
  { line: "order links $ORDER", as: "outsider" },
  { line: "order download $ORDER --out-dir imagery" },
  { line: "verify imagery" },
  { line: "verify imagery --repair", cut: { "imagery/$ITEM/$ITEM_HH.tif": 1000 } },
  { line: "deliveries list" },
  { line: "deliveries list missing" },
  { line: "deliveries catalog imagery" },
  { line: "gallery imagery --out gallery.html", opaque: "gallery" },
  { line: "gallery missing" },
  { line: "order review --item vendor-archive/$OTHER --save quote.json" },
  { line: "quote show quote.json" },
  { line: "quote show missing.json" },
  { line: "quote approve quote.json --by Ana" },
  { line: "quote approve quote.json --by Ana", terminal: true, answers: ["350"], opaque: "." },
  { line: "quote key" },
  { line: "quote buy quote.json --yes" },
  {
    line: "order place --generate GEC=$COLLECT --yes",
    control: [["POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true }]],
  },
  { line: "journal list" },
  { line: "journal list --state confrimed" },
  { line: "journal list --open --output id", keep: { INTENT: "^\\S+$" } },
  { line: "journal show $INTENT" },
  { line: "journal show nothing" },
  { line: "journal resolve $INTENT --not-created" },
  { line: "journal export journal.jsonl" },
  { line: "journal export file/journal.jsonl", files: { file: "" } },
  { line: "journal import journal.jsonl" },
  { line: "journal import file" },
  { line: "journal prune --older-than 1s --yes" },
  { line: "journal prune" },
  { line: "order history" },
  { line: "order history --limit none" },
  { line: "spend" },
  { line: "spend --from 1d" },
  { line: "status" },
];

const TASK = "task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight";

const task: Step[] = [
  { line: "task types" },
  { line: TASK, keep: { FIRST: ID } },
  { line: `${TASK} --name second --output id`, keep: { SECOND: ID } },
  { line: `${TASK} --name third --output id`, keep: { THIRD: ID } },
  { line: "task get $FIRST" },
  { line: "task cost $FIRST", control: [later(6)] },
  { line: `task cost ${NO_SUCH_ID}` },
  { line: "approvals" },
  { line: "approvals approve $THIRD --yes" },
  { line: `approvals approve ${NO_SUCH_ID} --yes` },
  { line: "task approve $FIRST --yes" },
  { line: "task set-products $FIRST --add SICD" },
  { line: "task reject $SECOND --yes" },
  { line: "task reject $SECOND --yes" },
  { line: "task list --limit 3" },
  { line: "search tasks --status rejected" },
  { line: "task retask $FIRST --window-open +1d --window-close +8d", keep: { AGAIN: ID } },
  { line: "approvals reject $AGAIN --yes", control: [later(6)] },
  { line: "approvals reject $AGAIN --yes" },
  { line: "catalog search --limit 1 --columns properties.vendor:collect_id", keep: { COLLECT: ID } },
  { line: "collect retask $COLLECT --window-open +1d --window-close +8d", keep: { RECOLLECT: ID } },
  { line: "task cancel $RECOLLECT --yes" },
  { line: "task wait $FIRST --until accepted" },
  { line: "task wait $FIRST", control: [["POST", "/tasks/$FIRST/complete"]] },
  { line: "order task $FIRST --yes" },
];

const SERIES = "repeat create --point 14.43,40.82 --from +1d --interval 7 --tier routine --type spotlight";

const repeat: Step[] = [
  { line: `${SERIES} --count 3`, keep: { FIRST: ID } },
  { line: `${SERIES} --count 2 --name second --output id`, keep: { SECOND: ID } },
  { line: "repeat get $FIRST" },
  { line: "repeat get none" },
  { line: "repeat cost $FIRST", control: [later(10)] },
  { line: `repeat cost ${NO_SUCH_ID}` },
  { line: "repeat approve $FIRST --yes" },
  { line: "repeat approve $FIRST --yes" },
  { line: "repeat reject $SECOND --yes" },
  { line: "repeat reject $SECOND --yes" },
  { line: "search repeats --limit 3" },
  { line: "search repeats --limit 501 --page-size 501" },
  { line: "repeat wait $FIRST --until submitted" },
  { line: "repeat wait $SECOND" },
  { line: "repeat retask $FIRST --from +1d --count 5" },
  { line: "repeat retask $SECOND --count 0" },
  { line: "repeat cancel $FIRST --yes" },
  { line: "repeat cancel $SECOND --yes" },
];

export const CHAPTERS: readonly Chapter[] = [
  { name: "account", steps: account },
  { name: "sandbox", steps: sandbox, alone: true },
  { name: "catalog", steps: catalog },
  { name: "order", steps: order },
  { name: "task", steps: task },
  { name: "repeat", steps: repeat },
];
