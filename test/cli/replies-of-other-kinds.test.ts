/**
 * Replies of every endpoint with each of their members replaced by another kind, or left out: a command reports it or
 * goes on without it, and never ends as a bug of ours.
 */
import { describe, expect, it } from "vitest";
import { OTHERS, pathsIn, replaced } from "./changed-reply.ts";
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
const item = { id: "g-1", collection: "archive", properties: { datetime: TIME, "sar:product_type": "GEO" } };
const items = { features: [item], links: [{ rel: "self", href: "?page=1" }], numberMatched: 1 };
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

/** What the service answers: the first pattern that matches the method and the path. */
const GOOD: [pattern: RegExp, body: unknown][] = [
  [/collectiontypes/, types],
  [/ \/tasks\//, tasks],
  [/search/, repeats],
  [/catalog\/search/, items],
  [/order.*review|review.*order/, review],
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

const READERS: [what: string, reply: unknown, lines: string[]][] = [
  ["collection types", types, [...everywhere("task types --refresh"), "doctor", "doctor --json"]],
  ["a page of tasks", tasks, [...everywhere("search tasks"), ...everywhere("task list --all")]],
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
  ["items", items, everywhere("catalog search --all")],
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
];

/** Runs words against a service whose `reply` is changed, and whose other replies are good. */
const run = (words: string, reply: unknown, changed: unknown): Promise<Run> =>
  runWords(words, {
    env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
    stdin: "secret",
    send: async ({ method, url }) => {
      const isService = url.startsWith(BASE_URL);
      const [, good] =
        GOOD.find(([pattern]) => pattern.test(`${method} ${url.slice(BASE_URL.length)}`)) ?? [];
      const body = Buffer.from(isService ? (JSON.stringify(good === reply ? changed : good) ?? "") : "PAR1");
      return {
        status: 200,
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

describe.each(READERS)("%s with members of other kinds", (_what, reply, lines) => {
  it("P16 the commands know the reply when it is good", async () => {
    for (const words of lines) {
      const result = await run(words, reply, reply);
      expect([0, 10, 11], `${words}\n${result.stderr}`).toContain(result.exitCode);
      expect(result.requests.length, words).toBeGreaterThan(0);
    }
  });

  it("P16 ends in an answer, never in INTERNAL", async () => {
    let turn = 0;
    for (const path of pathsIn(reply)) {
      for (const other of OTHERS) {
        // Each command in turn: a member meets several of them, each with another kind.
        const words = lines[turn++ % lines.length]!;
        const result = await run(words, reply, replaced(reply, path, other));
        const what = `${words}: ${path.join(".")} = ${JSON.stringify(other)}`;
        expect(result.exitCode, `${what}\n${result.stderr}`).not.toBe(1);
      }
    }
  });
});
