/** Bodies, queries and replies of every endpoint: one dynamic import per subject, so that `--help` loads no schema. */
import type * as z from "zod/mini";
import type { ENDPOINTS, EndpointName } from "./endpoints.ts";

/** Schemas of one endpoint; no `body` means that the interface shows none (any is left alone). */
export interface Schemas {
  readonly body?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
}

const replies = () => import("./schemas/replies.ts");
const retask = () => import("./schemas/retask.ts");
const status = () => import("./schemas/status.ts");
const products = () => import("./schemas/products.ts");
const requestSearch = () => import("./schemas/request-search.ts");
const order = () => import("./schemas/order.ts");

const LOADERS = {
  listCollectionTypes: async () => ({ reply: (await replies()).CollectionTypesReply }),
  createTask: async () => ({
    body: (await import("./schemas/task.ts")).TaskBody,
    reply: (await replies()).RecordReply,
  }),
  createRepeat: async () => ({
    body: (await import("./schemas/repeat.ts")).RepeatBody,
    reply: (await replies()).RecordReply,
  }),
  retaskTask: async () => ({ body: (await retask()).RetaskTaskBody, reply: (await replies()).RecordReply }),
  retaskCollect: async () => ({
    body: (await retask()).RetaskCollectBody,
    reply: (await replies()).RecordReply,
  }),
  retaskRepeat: async () => ({
    body: (await retask()).RetaskRepeatBody,
    reply: (await replies()).RecordReply,
  }),
  getTask: async () => ({ reply: (await replies()).KnownRecordReply }),
  getRepeat: async () => ({ reply: (await replies()).KnownRecordReply }),
  setTaskStatus: async () => ({ body: (await status()).TaskStatusBody, reply: (await replies()).AnyReply }),
  setRepeatStatus: async () => ({
    body: (await status()).RepeatStatusBody,
    reply: (await replies()).AnyReply,
  }),
  updateTask: async () => ({ body: (await products()).TaskUpdateBody, reply: (await replies()).AnyReply }),
  updateOrganization: async () => ({
    body: (await products()).OrganizationBody,
    reply: (await replies()).AnyReply,
  }),
  searchTasks: async () => ({
    body: (await requestSearch()).TaskSearchBody,
    query: (await requestSearch()).PagedQuery,
    reply: (await replies()).ListReply,
  }),
  searchRepeats: async () => ({
    body: (await requestSearch()).RepeatSearchBody,
    query: (await requestSearch()).PagedQuery,
    reply: (await replies()).ListReply,
  }),
  listTasks: async () => ({ query: (await requestSearch()).PagedQuery, reply: (await replies()).ListReply }),
  listTasksByPost: async () => ({
    query: (await requestSearch()).PagedQuery,
    reply: (await replies()).ListReply,
  }),
  reviewOrder: async () => ({ body: (await order()).OrderBody, reply: (await replies()).RecordReply }),
  placeOrder: async () => ({ body: (await order()).OrderBody, reply: (await replies()).RecordReply }),
  orderTask: async () => ({ reply: (await replies()).RecordReply }),
  getOrderDownload: async () => ({ reply: (await replies()).DownloadReply }),
  searchCatalog: async () => {
    const { CatalogSearchBody, CatalogSearchQuery } = await import("./schemas/catalog.ts");
    return { body: CatalogSearchBody, query: CatalogSearchQuery, reply: (await replies()).ListReply };
  },
  listExports: async () => ({ reply: (await replies()).ExportListReply }),
  presignExports: async () => ({
    body: (await import("./schemas/export.ts")).PresignBody,
    reply: (await replies()).PresignReply,
  }),
  createToken: async () => ({ reply: (await replies()).TokenReply }),
} as const satisfies Record<EndpointName, () => Promise<Schemas>>;

type Loaded<N extends EndpointName> = Awaited<ReturnType<(typeof LOADERS)[N]>>;

/** Type of the body; unknown where the interface shows none (`/orders/task/{id}`, POST `tasks/paged`). */
export type BodyOf<N extends EndpointName> =
  Loaded<N> extends { body: infer B extends z.core.$ZodType } ? z.core.output<B> : unknown;
/** Query parameters by name. */
export type QueryOf<N extends EndpointName> =
  Loaded<N> extends { query: infer Q extends z.core.$ZodType } ? z.core.output<Q> : undefined;
export type ReplyOf<N extends EndpointName> = z.core.output<Loaded<N>["reply"]>;

type Placeholder<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
/** Path parameters by the names in the endpoint's path; an empty object when it has none. */
export type ParamsOf<N extends EndpointName> = Record<Placeholder<(typeof ENDPOINTS)[N]["path"]>, string>;

export async function schemasOf(name: EndpointName): Promise<Schemas> {
  return await LOADERS[name]();
}
