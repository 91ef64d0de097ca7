/** Every reader of a reply: a valid reply, and the commands that read it. */
import { BASE_URL, runWords, type Run } from "./world.ts";

const TIME = "2026-03-01T00:00:00Z";
const order = {
  transactionStatus: "done",
  summary: { subtotal: "$1,000.00", total: "$1,125.00" },
  lineItems: [{ productType: "GEO", cost: "$1,125.00" }],
};
const task = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [14.99, 37.75] },
  properties: {
    taskingrequestId: "t-1",
    taskingrequestName: "etna",
    repeatrequestId: "r-1",
    windowOpen: TIME,
    windowClose: "2026-03-08T00:00:00Z",
    collectionTier: "standard",
    collectionType: "spotlight",
    collectConstraints: { offNadirMin: 10, lookDirection: "right" },
    processingConfig: { productTypes: ["GEO"] },
    submissionTime: TIME,
    preApproval: false,
    lastStatusCode: "review",
    statusHistory: [{ time: TIME, code: "review", message: "look" }],
    transactionStatus: "done",
    order,
  },
};
const repeat = {
  ...task,
  properties: {
    ...task.properties,
    repeatrequestName: "weekly",
    repetitionProperties: { repeatStart: TIME, repetitionInterval: 7, repetitionCount: 3 },
    costPerImageEstimate: "$1,125.00",
    repetitionsRemaining: 3,
  },
};
const placed = {
  orderId: "o-1",
  orderStatus: "in-progress",
  orderDate: TIME,
  expirationDate: "2026-04-01T00:00:00Z",
  items: [{ collectionId: "archive", granuleId: "g-1", previouslyOrdered: false, type: "GEO" }],
};
const review = { authorized: true, authorizationDenialReason: "", orderDetails: order };
const pageOf = (record: object) => ({ results: [record], currentPage: 1, totalPages: 1 });
const tasks = pageOf(task);
const repeats = pageOf(repeat);
const types = { collectionTypes: [{ name: "spotlight", collectMode: "spotlight" }] };
const token = { accessToken: "t", expiresIn: 60, tokenType: "Bearer" };
const names = {
  latest: ["archive_export_latest.geoparquet"],
  weekly: ["2026/10/archive_export_2026-03-02_2026-03-08.geoparquet"],
  full: ["archive_export_full.geoparquet"],
};
const presigned = [
  {
    exportType: "latest",
    exportFile: names.latest[0],
    downloadHref: "https://data.example/latest?X-Amz-Date=1",
  },
];
const organization = { organizationId: "org", productTypeDefaults: [{ productType: "GEO", required: true }] };

const scene = {
  type: "Feature",
  id: "scene",
  collection: "archive",
  geometry: { type: "Point", coordinates: [14.43, 40.82] },
  bbox: [14.43, 40.82, 14.43, 40.82],
  properties: { datetime: TIME, "sar:product_type": "GEO" },
  assets: {
    HH: {
      href: "https://data.example/HH.tif",
      type: "image/tiff",
      roles: ["data"],
      "file:size": 4,
      "file:checksum": "1220",
      "sar:product_type": "GEO",
    },
  },
  links: [{ rel: "self", href: "https://sar.example/v1/x" }],
};
const footprint = [
  [14, 40],
  [15, 40],
  [15, 41],
  [14, 40],
];
const items = {
  type: "FeatureCollection",
  features: [{ ...scene, geometry: { type: "Polygon", coordinates: [footprint] } }],
  links: [{ rel: "self", href: "?page=1" }],
  context: { matched: 1, returned: 1 },
  numberMatched: 1,
};
const orders = { results: [placed] };
const download = [scene];
const envelope = { ...items, features: [scene] };
const fault = {
  error: {
    code: "VALIDATION_FAILED",
    message: "the body is wrong",
    detail: [{ path: "items[0]", code: "FIELD_UNKNOWN", message: "no such field" }],
  },
};

/** The answers of the service: the first pattern that matches the method and the path. */
const GOOD: [pattern: RegExp, body: unknown][] = [
  [/collectiontypes/, types],
  [/ \/tasks\//, tasks],
  [/search/, repeats],
  [/catalog\/search/, items],
  [/order.*review|review.*order/, review],
  [/orders\/[^/]*\/download/, download],
  [/^GET \/orders$/, orders],
  [/order/, placed],
  [/repeat/, repeat],
  [/organization/, organization],
  [/available/, names],
  [/presigned/, presigned],
  [/token/, token],
  [/ \/(?:task|collect)/, task],
];
// The catalog's search is the more special one.
GOOD.sort(([a], [b]) => Number(b.source.includes("catalog")) - Number(a.source.includes("catalog")));

const FORMATS = ["table", "json", "csv", "id"];
const everywhere = (words: string): string[] => [
  words,
  ...FORMATS.map((format) => `${words} --output ${format}`),
];
const ORDERED = "--item archive/g-1";

export interface Reader {
  /** The content it reads. */
  what: string;
  /** A valid reply. */
  reply: unknown;
  /** Its status; default: 200. */
  status?: number;
  /** The valid reply that it replaces; default: itself. */
  insteadOf?: unknown;
  /** The commands that read it. */
  lines: readonly string[];
}

const DOWNLOADS = [
  ...everywhere("order links o-1"),
  ...everywhere("order download o-1 --out-dir out --checksum size"),
  "order download o-1 --out-dir out --plan",
  "order download o-1 --asset HH --stdout",
  "order wait o-1 --wait-timeout 1s",
];

const TABLE: [what: string, reply: unknown, lines: string[], more?: Partial<Reader>][] = [
  ["collection types", types, [...everywhere("task types --refresh"), "doctor", "doctor --json"]],
  [
    "a page of tasks",
    tasks,
    [...everywhere("search tasks"), ...everywhere("task list --all"), "task list --method post"],
  ],
  ["a page of repeat requests", repeats, everywhere("search repeats --all")],
  [
    "a task",
    task,
    [
      ...everywhere("task get t-1"),
      "task get t-1 --history",
      ...everywhere("task cost t-1"),
      "task wait t-1 --wait-timeout 1s",
      "task approve t-1 --yes",
      "task reject t-1 --yes",
      "task create --point 14.99,37.75 --window-open +1d --window 7d --tier standard --yes",
      "task retask t-1 --yes",
      "collect retask c-1 --yes",
      "task set-products t-1 --add SICD",
    ],
  ],
  [
    "a repeat request",
    repeat,
    [
      ...everywhere("repeat get r-1"),
      "repeat get r-1 --history",
      ...everywhere("repeat cost r-1"),
      "repeat wait r-1 --wait-timeout 1s",
      "repeat approve r-1 --yes",
      "repeat reject r-1 --yes",
      "repeat create --point 14.99,37.75 --tier routine --interval 7d --count 3 --yes",
      "repeat retask r-1 --yes",
    ],
  ],
  ["an organization", organization, ["org set-defaults org --required GEO --yes"]],
  [
    "a review",
    review,
    [
      `order review ${ORDERED}`,
      `order review ${ORDERED} --output json`,
      `order review ${ORDERED} --output csv`,
      `order place ${ORDERED} --yes --max-cost 2000`,
    ],
  ],
  [
    "an order",
    placed,
    [...everywhere(`order place ${ORDERED} --yes`), ...everywhere("order task t-1 --yes")],
  ],
  ["a list of orders", orders, everywhere("order history --service")],
  [
    "items",
    items,
    [
      ...everywhere("catalog search --all"),
      "catalog search --output ndjson",
      "catalog search --output geojson",
      "catalog search --output order-items",
      ...["--columns id,products,covers", "--output html", "--output map", "--cover --output id"].map(
        (end) => `catalog search --bbox 14,40,15,41 ${end}`,
      ),
      "catalog stacks --bbox 14,40,15,41",
    ],
  ],
  ["names of exports", names, [...everywhere("export list"), "export sync mirror --type latest"]],
  [
    "signed URLs of exports",
    presigned,
    [
      ...everywhere("export links --type latest --format geoparquet"),
      "export fetch --type latest --format geoparquet --out-dir out",
    ],
  ],
  [
    "a token",
    token,
    [
      "auth token --username someone --password-stdin",
      "auth token --username someone --password-stdin --json",
    ],
  ],
  ["a download result", download, DOWNLOADS],
  ["a download result in an envelope", envelope, DOWNLOADS, { insteadOf: download }],
  [
    "an error",
    fault,
    [
      ...everywhere("task get t-1"),
      ...everywhere(`order place ${ORDERED} --yes`),
      ...everywhere("catalog search"),
      "order download o-1 --out-dir out",
      "task create --point 14.99,37.75 --window-open +1d --window 7d --tier standard --yes",
      "org set-defaults org --required GEO --yes",
    ],
    { status: 422 },
  ],
];

export const REPLY_READERS: readonly Reader[] = TABLE.map(([what, reply, lines, more]) => ({
  what,
  reply,
  lines,
  ...more,
}));

/** Runs words against a service that answers `changed` in place of the reader's valid reply; its other replies are valid. */
export const runAgainst = (words: string, reader: Reader, changed: unknown): Promise<Run> =>
  runWords(words, {
    env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
    stdin: "secret",
    send: async ({ method, url }) => {
      const isService = url.startsWith(BASE_URL);
      const path = `${method} ${url.slice(BASE_URL.length)}`;
      const [, good] = GOOD.find(([pattern]) => pattern.test(path)) ?? [];
      const { reply, status = 200, insteadOf = reply } = reader;
      const isChanged = isService && (good === insteadOf || status !== 200);
      const bytes = url.endsWith(".tif") ? "II*\0" : "PAR1";
      const body = Buffer.from(isService ? (JSON.stringify(isChanged ? changed : good) ?? "") : bytes);
      return {
        status: isChanged ? status : 200,
        headers: {
          "content-type": isService ? "application/json" : "application/octet-stream",
          "content-length": String(body.length),
        },
        body: (async function* () {
          yield body;
        })(),
      };
    },
  });
