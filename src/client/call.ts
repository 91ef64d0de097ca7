import type { Dialect } from "../contract/dialect.ts";
import type { Effect } from "../contract/endpoint.ts";
import type { EndpointName } from "../contract/endpoints.ts";
import type { BodyOf, ParamsOf, QueryOf } from "../contract/schemas.ts";

/** Options of every call, in addition to the endpoint's parameters. */
export interface CallOptions {
  /**
   * Overrides the table: "write" for a retask whose original was read and is not pre-approved, or "spend" for any
   * call. No other effect can be lowered.
   */
  effect?: Effect;
  /** Sends a request that may be retried only once. */
  isSentOnce?: boolean;
  /** Aborts the call; a spending request uses the client's `spendSignal` instead. */
  signal?: AbortSignal;
  /** Returns the body in other forms of this deployment, after a refusal of these fields; undefined if none is left. */
  respell?: (refused: ReadonlySet<string>) => RespelledBody | undefined;
  /** Receives status and headers of the response, for example `Date` for the clock skew. */
  onResponse?: (response: ResponseInfo) => void;
}

export interface RespelledBody {
  body: unknown;
  /** The forms in which it differs from the settings of the run. */
  forms: Partial<Dialect>;
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

/** `CallOf` without its types, for code that handles all endpoints alike. */
export interface AnyCall extends CallOptions {
  params?: Readonly<Record<string, string>>;
  query?: unknown;
  body?: unknown;
}
