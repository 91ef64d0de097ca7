import type { Effect } from "../contract/endpoint.ts";
import type { EndpointName } from "../contract/endpoints.ts";
import type { SpendFacts } from "../contract/spend.ts";
import type { BodyOf, ParamsOf, QueryOf } from "../contract/schemas.ts";

/** What every call may say besides its endpoint's own parts. */
export interface CallOptions {
  /**
   * The command knows better than the table: "write" for a retask whose original was read and is not pre-approved,
   * or "spend" for anything. Nothing else can be lowered.
   */
  effect?: Effect;
  /** What the command knows of the money, for the journal. */
  facts?: SpendFacts;
  /** Gives up; a request that spends listens to the client's `spendSignal` instead. */
  signal?: AbortSignal;
  /** The reply as it came: status, and headers such as `Date` for the clock's skew. */
  onResponse?: (response: ResponseInfo) => void;
}

export interface ResponseInfo {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
}

type Params<N extends EndpointName> = keyof ParamsOf<N> extends never ? object : { params: ParamsOf<N> };
type Body<N extends EndpointName> = unknown extends BodyOf<N> ? { body?: unknown } : { body: BodyOf<N> };
type Query<N extends EndpointName> = [QueryOf<N>] extends [undefined] ? object : { query?: QueryOf<N> };

/** The arguments of one endpoint's method: path parameters, query and body by name. */
export type CallOf<N extends EndpointName> = Params<N> & Body<N> & Query<N> & CallOptions;

/** The same without the types, for the code that serves every endpoint alike. */
export interface AnyCall extends CallOptions {
  params?: Readonly<Record<string, string>>;
  query?: unknown;
  body?: unknown;
}
