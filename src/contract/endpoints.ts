/** The interface's endpoints, one entry each, with the interface's spelling. `endpoint.ts` describes the fields. */
import type { Effect, Endpoint, JournalEntryKind } from "./endpoint.ts";
import { decodeSegment, isSameId } from "./id-key.ts";
import { isJsonObject } from "./json-object.ts";
import { canApprove } from "./pre-approval.ts";
import { lettersOf } from "./read-amounts.ts";
import { readOrder } from "./read-order.ts";
import { readRepeatId, readStatusCode, readTaskId } from "./read-record.ts";
import { reportsError } from "./read-error.ts";
import { CANCELLED_STATES, hasFailed } from "./vocabulary.ts";

const spendsWhenPreApproved = (body: unknown): Effect => (canApprove(body) ? "spend" : "write");

/** Members of an update of a task that cost nothing, by their letters: objects with such members, and those with a value. */
const FREE_OBJECTS: ReadonlySet<string> = new Set(["properties", "processingconfig"]);
const FREE_VALUES: ReadonlySet<string> = new Set(
  "type producttypes taskingrequestname taskingrequestdescription customattribute1 customattribute2".split(
    " ",
  ),
);

/** Returns whether an update has only labels and product types. */
function hasOnlyLabels(body: unknown): boolean {
  if (body === undefined) return true;
  if (!isJsonObject(body)) return false;
  return Object.entries(body).every(([name, value]) => {
    const letters = lettersOf(name);
    if (FREE_OBJECTS.has(letters)) return hasOnlyLabels(value);
    return FREE_VALUES.has(letters) && [value].flat().every((one) => typeof one !== "object" || one === null);
  });
}

// Spec silent: the body of a cancellation. We count `status` or `code` with `canceled` or `cancelled`, alone, as one.
const CANCELLATIONS: ReadonlySet<string> = new Set(
  ["status", "code"].flatMap((field) => CANCELLED_STATES.map((state) => JSON.stringify({ [field]: state }))),
);

/** Returns whether the body of a decision contains a cancellation and nothing else. */
export const isCancellation = (body: unknown): boolean => CANCELLATIONS.has(JSON.stringify(body));

/** Returns the effect of a decision: only a body with nothing but a rejection or a cancellation costs nothing. */
const spendsUnlessEnded =
  (field: "status" | "code") =>
  (body: unknown): Effect =>
    JSON.stringify(body) === JSON.stringify({ [field]: "rejected" }) || isCancellation(body)
      ? "write"
      : "spend";

const loadRetask = () => import("./schemas/retask.ts");
const loadStatus = () => import("./schemas/status.ts");
const loadProducts = () => import("./schemas/products.ts");
const loadRequestSearch = () => import("./schemas/request-search.ts");
const loadOrder = () => import("./schemas/order.ts");

/** Query parameters of `tasks/paged`, and of the searches if a deployment pages in the query string. */
const PAGED = ["limit", "page", "organizationId"] as const;

const ORDER = {
  shownAs: "order",
  noun: "order",
  record: "order",
  idIn: (reply) => readOrder(reply)?.orderId,
} as const satisfies JournalEntryKind;

const TASK = {
  shownAs: "task",
  noun: "tasking request",
  record: "task",
  idIn: readTaskId,
} as const satisfies JournalEntryKind;

const REPEAT = {
  shownAs: "repeat request",
  noun: "repeat request",
  record: "repeat",
  idIn: readRepeatId,
} as const satisfies JournalEntryKind;

/**
 * Returns the journal entry of a decision. An approval creates nothing: a success proves it for the id in its
 * path, unless the response reports a refusal, or is another record.
 */
const describeDecision = (record: "task" | "repeat", readId: typeof readTaskId): JournalEntryKind => ({
  shownAs: "approval",
  noun: "approval",
  record,
  decides: true,
  idIn: (reply, path) => {
    const asked = readPathId(path) || path;
    const isOther = !isSameId(readId(reply) ?? asked, asked);
    return isOther || hasFailed(readStatusCode(reply)) ? undefined : asked;
  },
});

export const ENDPOINTS = {
  listCollectionTypes: {
    method: "GET",
    path: "/collectiontypes",
    effect: "read",
    summary: "List the collection types with their properties",
    label: "Reading the collection types",
    commands: ["task types"],
    query: ["page"],
    reply: "collectionTypesReply",
  },
  createTask: {
    method: "POST",
    path: "/task",
    effect: spendsWhenPreApproved,
    summary: "Create a single tasking request",
    commands: ["task create"],
    body: async () => (await import("./schemas/task.ts")).TaskBody,
    reply: "taskReply",
    journal: TASK,
  },
  createRepeat: {
    method: "POST",
    path: "/repeat-requests",
    effect: spendsWhenPreApproved,
    summary: "Create a repeat tasking request",
    commands: ["repeat create"],
    body: async () => (await import("./schemas/repeat.ts")).RepeatBody,
    reply: "repeatReply",
    journal: REPEAT,
  },
  // Spec silent: whether a task or repeat retask inherits pre-approval. We count both as spending until the original is
  // known not to be pre-approved.
  retaskTask: {
    method: "POST",
    path: "/task/{taskingRequestId}/retask",
    effect: "spend",
    summary: "Retask a single task",
    commands: ["task retask"],
    body: async () => (await loadRetask()).RetaskTaskBody,
    reply: "taskReply",
    isBodyOptional: true,
    journal: { ...TASK, shownAs: "retask", copies: "task" },
  },
  // A collect has no request to inherit from: its retask is pre-approved only if its own body is.
  retaskCollect: {
    method: "POST",
    path: "/collects/{collectId}/retask",
    effect: spendsWhenPreApproved,
    summary: "Retask an archive collect",
    commands: ["collect retask"],
    body: async () => (await loadRetask()).RetaskCollectBody,
    reply: "taskReply",
    isBodyOptional: true,
    journal: { ...TASK, shownAs: "retask", copies: "collect" },
  },
  retaskRepeat: {
    method: "POST",
    path: "/repeat-request/{repeatRequestId}/retask",
    effect: "spend",
    summary: "Retask a repeat request",
    commands: ["repeat retask"],
    body: async () => (await loadRetask()).RetaskRepeatBody,
    reply: "repeatReply",
    otherPaths: ["/repeat-requests/{repeatRequestId}/retask"],
    pathSetting: "paths.repeatRetask",
    isBodyOptional: true,
    journal: { ...REPEAT, shownAs: "retask", copies: "repeat" },
  },
  getTask: {
    method: "GET",
    path: "/task/{taskingrequestId}",
    effect: "read",
    summary: "Show one tasking request and its cost estimate",
    label: "Reading the task",
    commands: ["task get", "task cost", "task wait"],
    reply: "knownTaskReply",
  },
  getRepeat: {
    method: "GET",
    path: "/repeat-requests/{repeatrequestId}",
    effect: "read",
    summary: "Show one repeat request and its cost estimate",
    label: "Reading the repeat request",
    commands: ["repeat get", "repeat cost", "repeat wait"],
    reply: "knownRepeatReply",
  },
  setTaskStatus: {
    method: "PATCH",
    path: "/task/{taskingrequestId}/status",
    effect: spendsUnlessEnded("status"),
    cancelSetting: "paths.taskCancel",
    summary: "Approve or reject a task that waits for cost review, or cancel a task",
    label: "Deciding on the task",
    commands: ["task approve", "task reject", "task cancel"],
    body: async () => (await loadStatus()).TaskStatusBody,
    reply: "decisionReply",
    journal: describeDecision("task", readTaskId),
  },
  setRepeatStatus: {
    method: "PATCH",
    path: "/repeat-requests/{repeatrequestId}/status",
    effect: spendsUnlessEnded("code"),
    cancelSetting: "paths.repeatCancel",
    summary: "Approve or reject a repeat request that waits for cost review, or cancel one",
    label: "Deciding on the repeat request",
    commands: ["repeat approve", "repeat reject", "repeat cancel"],
    body: async () => (await loadStatus()).RepeatStatusBody,
    reply: "decisionReply",
    journal: describeDecision("repeat", readRepeatId),
  },
  updateTask: {
    method: "PATCH",
    path: "/tasks/{id}",
    effect: "write",
    isFreeBody: hasOnlyLabels,
    summary: "Set the product types of a task",
    commands: ["task set-products"],
    body: async () => (await loadProducts()).TaskUpdateBody,
    reply: "updatedTaskReply",
    otherPaths: ["/task/{id}"],
    pathSetting: "paths.taskUpdate",
    // Setting an absolute list a second time has no effect.
    repeatable: true,
  },
  updateOrganization: {
    method: "PUT",
    path: "/organizations/{id}",
    effect: "write",
    summary: "Set the default product types of an organization",
    label: "Setting the product types",
    commands: ["org set-defaults"],
    body: async () => (await loadProducts()).OrganizationBody,
    reply: "organizationReply",
    affects: "changes the defaults of a whole organization",
    codes: { 403: "ORG_MANAGER_REQUIRED" },
  },
  searchTasks: {
    method: "POST",
    path: "/tasks/search",
    effect: "read",
    summary: "Search tasking requests",
    commands: ["search tasks", "status"],
    body: async () => (await loadRequestSearch()).TaskSearchBody,
    query: PAGED,
    reply: "tasksReply",
    // Every field has a default.
    isBodyOptional: true,
  },
  searchRepeats: {
    method: "POST",
    path: "/repeat-requests/search",
    effect: "read",
    summary: "Search repeat requests",
    commands: ["search repeats", "status"],
    body: async () => (await loadRequestSearch()).RepeatSearchBody,
    query: PAGED,
    reply: "repeatsReply",
    isBodyOptional: true,
  },
  listTasks: {
    method: "GET",
    path: "/tasks/paged",
    effect: "read",
    summary: "List tasks page by page",
    commands: ["task list"],
    query: PAGED,
    reply: "tasksReply",
    methodSetting: "paged.method",
  },
  listTasksByPost: {
    method: "POST",
    path: "/tasks/paged",
    effect: "read",
    summary: "List tasks page by page (the POST form)",
    label: "Listing the tasks",
    commands: ["task list"],
    query: PAGED,
    reply: "tasksReply",
    methodSetting: "paged.method",
  },
  listOrders: {
    method: "GET",
    path: "/orders",
    effect: "read",
    summary: "List orders",
    commands: ["order history"],
    query: ["page", "limit", "customerId"],
    reply: "ordersReply",
    otherPaths: ["/orders/"],
    pathSetting: "paths.orders",
  },
  getOrder: {
    method: "GET",
    path: "/orders/{orderId}",
    effect: "read",
    summary: "Show one order",
    label: "Reading the order",
    commands: ["order get", "order download", "order links", "order wait", "status"],
    reply: "orderReply",
    codes: { 404: "ORDER_NOT_FOUND" },
  },
  reviewOrder: {
    method: "POST",
    path: "/orders/review",
    effect: "read",
    summary: "Price an order without placing it",
    commands: ["order review", "order place"],
    body: async () => (await loadOrder()).OrderBody,
    reply: "reviewReply",
  },
  placeOrder: {
    method: "POST",
    path: "/orders",
    effect: "spend",
    summary: "Place an order",
    commands: ["order place"],
    body: async () => (await loadOrder()).OrderBody,
    reply: "orderReply",
    otherPaths: ["/orders/"],
    pathSetting: "paths.orders",
    journal: ORDER,
  },
  orderTask: {
    method: "POST",
    path: "/orders/task/{taskingRequestId}",
    effect: "spend",
    summary: "Order everything that a task collected",
    label: "Ordering what the task collected",
    commands: ["order task"],
    reply: "orderReply",
    defaultBody: (dialect) => (dialect.orderTaskBody === "empty" ? {} : undefined),
    journal: ORDER,
  },
  reviewTaskOrder: {
    method: "GET",
    path: "/orders/task/{taskingRequestId}",
    effect: "read",
    summary: "Show what an order of a task would contain",
    label: "Reading what the task's order would contain",
    commands: ["order task"],
    reply: "reviewReply",
  },
  getOrderDownload: {
    method: "GET",
    path: "/orders/{orderId}/download",
    effect: "read",
    summary: "Get the signed URLs of an order",
    commands: ["order links", "order download", "order wait", "status"],
    reply: "downloadReply",
    codes: {
      404: "ORDER_NOT_FOUND",
      409: "ORDER_IN_PROGRESS",
      410: "ORDER_EXPIRED",
      425: "ORDER_IN_PROGRESS",
    },
    // Deployments answer 400 `{"error": "order expired"}` and 400 "not complete".
    codesByWords: [
      [/\border\b.*\bexpired\b|\bexpired\b.*\border\b|^expired\b/iu, "ORDER_EXPIRED"],
      [/\border\b.*\b(?:rejected|declined)\b|\b(?:rejected|declined)\b.*\border\b/iu, "ORDER_NOT_AUTHORIZED"],
      [
        /\bnot (?:yet )?(?:complete|completed|finished|ready)\b|\bincomplete\b|\bin[ -]progress\b/iu,
        "ORDER_IN_PROGRESS",
      ],
    ],
  },
  searchCatalog: {
    method: "POST",
    path: "/catalog/search",
    effect: "read",
    summary: "Search the archive (STAC)",
    commands: ["catalog search", "catalog stacks"],
    body: async () => (await import("./schemas/catalog.ts")).CatalogSearchBody,
    query: ["bbox-crs"],
    reply: "itemsReply",
    bodyParameters: ["bbox-crs"],
  },
  listExports: {
    method: "GET",
    path: "/catalog/archive-export/available",
    effect: "read",
    summary: "List the footprint export files",
    commands: ["export list", "export sync"],
    reply: "exportListReply",
  },
  presignExports: {
    method: "POST",
    path: "/catalog/archive-export/presigned",
    effect: "read",
    summary: "Get signed URLs of footprint export files",
    label: "Getting signed URLs",
    commands: ["export links", "export fetch", "export sync"],
    body: async () => (await import("./schemas/export.ts")).PresignBody,
    reply: "presignReply",
  },
  createToken: {
    method: "POST",
    path: "/token",
    effect: "read",
    summary: "Exchange user name and password for a bearer token (deprecated)",
    label: "Getting a token",
    commands: ["auth token"],
    reply: "tokenReply",
    // Spec: the token endpoint alone takes a form; ours is empty.
    login: true,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** Returns the entry without its literal types, for code that handles every endpoint in the same way. */
export const getEndpoint = (name: EndpointName): Endpoint => ENDPOINTS[name];

/**
 * Returns the effect of one request: a constant of its endpoint, or determined by the body. Unknown query parameters
 * (`?status=approved`) may do what a body does, so that a request with one costs money unless it only reads.
 */
export function determineEffect(
  name: EndpointName,
  body: unknown,
  parameters: readonly string[] = [],
): Effect {
  const { effect, query = [], isFreeBody } = getEndpoint(name);
  const known = typeof effect === "function" ? effect(body) : effect;
  if (known !== "write") return known;
  const mayApproveByQuery = typeof effect === "function" || isFreeBody !== undefined;
  const isOdd = mayApproveByQuery && parameters.some((parameter) => !query.includes(parameter));
  const isFree = isFreeBody?.(body) !== false && !(isJsonObject(body) && canApprove(body));
  return isFree && !isOdd ? known : "spend";
}

/**
 * Returns whether a request goes through the journal: every spending request, and every request that creates
 * something. After a lost response, a second one must not be sent unnoticed.
 */
export function isGuarded(name: EndpointName | undefined, effect: Effect): boolean {
  if (effect === "spend") return true;
  const journal = name && getEndpoint(name).journal;
  return effect !== "read" && journal !== undefined && journal.decides !== true;
}

/**
 * Returns the id that proves the acceptance of a guarded request. A request of another kind that was sent as spending
 * is proven by any success: its path serves as the id. A response that reports an error proves nothing.
 */
export function findAcceptedId(name: EndpointName, reply: unknown, path: string): string | undefined {
  const { journal } = getEndpoint(name);
  if (reportsError(reply)) return undefined;
  return journal === undefined ? path : journal.idIn(reply, path);
}

/** Returns why a success does not prove the acceptance of a guarded request, after "the response". */
export function explainUnproven(name: EndpointName | undefined, reply: unknown, path: string): string {
  if (!reportsError(reply)) return "has no readable id";
  const id = name && getEndpoint(name).journal?.idIn(reply, path);
  return `reports an error${id === undefined || id === "" ? "" : ` beside the id ${id}`}`;
}

/** Returns the id in `/task/{id}/status`, `/task/{id}/retask` and similar paths; otherwise an empty text. */
export const readPathId = (path: string): string =>
  decodeSegment(path.replace(/\/+$/, "").split("/").at(-2) ?? "");
