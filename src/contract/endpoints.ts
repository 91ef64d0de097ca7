/**
 * The interface's endpoints: 24 method + path rows, spelled as the interface spells them. Plain data, so that help,
 * completions and the README read it without loading a schema; bodies and replies are in `schemas/`.
 */

/** What a request does to the world: decides retry, dry run, consent and the spend journal, everywhere. */
export type Effect = "read" | "write" | "spend";

export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** Path with `{parameter}` placeholders, relative to the base URL. */
  readonly path: string;
  readonly effect: Effect | ((body: unknown) => Effect);
  readonly summary: string;
  /** Each request makes something new: a lost reply must not lead to a second one unnoticed. */
  readonly creates?: boolean;
}

/**
 * Whether a request asks to skip the cost review. Generous on purpose: a body that is still text, another spelling, or
 * any value but false counts, because taking a request for a spending one costs a question, missing one costs money.
 */
const isPreApproved = (body: unknown): boolean => {
  if (body === undefined || body === null) return false;
  if (typeof body !== "object") return true;
  const { properties } = body as { properties?: unknown };
  return [body, properties].some((members) =>
    Object.entries(typeof members === "object" && members !== null ? members : {}).some(
      ([name, value]) =>
        /^pre[_-]?approval$/i.test(name) && value !== false && value !== null && value !== undefined,
    ),
  );
};

const spendsWhenPreApproved = (body: unknown): Effect => (isPreApproved(body) ? "spend" : "write");

export const ENDPOINTS = {
  listCollectionTypes: {
    method: "GET",
    path: "/collectiontypes",
    effect: "read",
    summary: "List the collection types with their properties",
  },
  createTask: {
    method: "POST",
    path: "/task",
    effect: spendsWhenPreApproved,
    summary: "Create a single tasking request",
    creates: true,
  },
  createRepeat: {
    method: "POST",
    path: "/repeat-requests",
    effect: spendsWhenPreApproved,
    summary: "Create a repeat tasking request",
    creates: true,
  },
  // Spec silent: whether pre-approval is among "all other properties" that a task or repeat retask inherits. We take it
  // so: both count as spending until a command has read the original and found that it is not pre-approved.
  retaskTask: {
    method: "POST",
    path: "/task/{taskingRequestId}/retask",
    effect: "spend",
    summary: "Retask a single task",
    creates: true,
  },
  // A collect has no request to inherit from: its retask is pre-approved only when the body says so.
  retaskCollect: {
    method: "POST",
    path: "/collects/{collectId}/retask",
    effect: spendsWhenPreApproved,
    summary: "Retask an archive collect",
    creates: true,
  },
  retaskRepeat: {
    method: "POST",
    path: "/repeat-request/{repeatRequestId}/retask",
    effect: "spend",
    summary: "Retask a repeat request",
    creates: true,
  },
  getTask: {
    method: "GET",
    path: "/task/{taskingrequestId}",
    effect: "read",
    summary: "Show one tasking request and its cost estimate",
  },
  getRepeat: {
    method: "GET",
    path: "/repeat-requests/{repeatrequestId}",
    effect: "read",
    summary: "Show one repeat request and its cost estimate",
  },
  setTaskStatus: {
    method: "PATCH",
    path: "/task/{taskingrequestId}/status",
    effect: (body) => ((body as { status?: unknown } | null)?.status === "rejected" ? "write" : "spend"),
    summary: "Approve or reject a task that waits for cost review",
  },
  setRepeatStatus: {
    method: "PATCH",
    path: "/repeat-requests/{repeatrequestId}/status",
    effect: (body) => ((body as { code?: unknown } | null)?.code === "rejected" ? "write" : "spend"),
    summary: "Approve or reject a repeat request that waits for cost review",
  },
  updateTask: {
    method: "PATCH",
    path: "/tasks/{id}",
    effect: "write",
    summary: "Set the product types of a task",
  },
  updateOrganization: {
    method: "PUT",
    path: "/organizations/{id}",
    effect: "write",
    summary: "Set the default product types of an organization",
  },
  searchTasks: {
    method: "POST",
    path: "/tasks/search",
    effect: "read",
    summary: "Search tasking requests",
  },
  searchRepeats: {
    method: "POST",
    path: "/repeat-requests/search",
    effect: "read",
    summary: "Search repeat requests",
  },
  listTasks: {
    method: "GET",
    path: "/tasks/paged",
    effect: "read",
    summary: "List tasks page by page",
  },
  listTasksByPost: {
    method: "POST",
    path: "/tasks/paged",
    effect: "read",
    summary: "List tasks page by page (the POST form)",
  },
  reviewOrder: {
    method: "POST",
    path: "/orders/review",
    effect: "read",
    summary: "Price an order without placing it",
  },
  placeOrder: {
    method: "POST",
    path: "/orders",
    effect: "spend",
    summary: "Place an order",
  },
  orderTask: {
    method: "POST",
    path: "/orders/task/{taskingRequestId}",
    effect: "spend",
    summary: "Order everything that a task collected",
  },
  getOrderDownload: {
    method: "GET",
    path: "/orders/{orderId}/download",
    effect: "read",
    summary: "Get the signed URLs of an order",
  },
  searchCatalog: {
    method: "POST",
    path: "/catalog/search",
    effect: "read",
    summary: "Search the archive (STAC)",
  },
  listExports: {
    method: "GET",
    path: "/catalog/archive-export/available",
    effect: "read",
    summary: "List the footprint export files",
  },
  presignExports: {
    method: "POST",
    path: "/catalog/archive-export/presigned",
    effect: "read",
    summary: "Get signed URLs of footprint export files",
  },
  createToken: {
    method: "POST",
    path: "/token",
    effect: "read",
    summary: "Exchange user name and password for a bearer token (deprecated)",
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** The effect of one request: a constant of its endpoint, or decided by the body. */
export function effectOf(name: EndpointName, body: unknown): Effect {
  const { effect }: Endpoint = ENDPOINTS[name];
  return typeof effect === "function" ? effect(body) : effect;
}

/** Whether a request goes through the journal: what spends, and what creates something, for free or not. */
export function isGuarded(name: EndpointName | undefined, effect: Effect): boolean {
  if (effect === "spend") return true;
  if (effect === "read" || name === undefined) return false;
  const { creates }: Endpoint = ENDPOINTS[name];
  return creates === true;
}
