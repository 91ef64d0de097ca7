import { parseBaseUrl } from "../contract/base-url.ts";
import { type Credential, makeCredentialHeaders, listSecretForms } from "../contract/credentials.ts";
import { refusesForms, type Dialect, type DialectKey } from "../contract/dialect.ts";
import { findAcceptedId, ENDPOINT_NAMES, getEndpoint, type EndpointName } from "../contract/endpoints.ts";
import { isSameId } from "../contract/id-key.ts";
import { toJsonObject } from "../contract/json-object.ts";
import { parseReply } from "../contract/parse.ts";
import type { ReplyOf } from "../contract/schemas.ts";
import type { ShownReply } from "../contract/shown-forms.ts";
import type { PaidRequest, SpendIntent } from "../contract/spend.ts";
import { AppError } from "../errors.ts";
import { type BufferedResponse, parseJson } from "./exchange.ts";
import {
  type AnyCall,
  buildRawRequest,
  buildRequest,
  type BuiltRequest,
  type CallOf,
  type CallOptions,
  describeRequest,
  toIntent,
  type RawCall,
  type RequestDescription,
  type RequestSettings,
  type ResponseInfo,
} from "./build-request.ts";
import { toUnrecognised } from "./failure.ts";
import { findOtherSpelling } from "./endpoint-path.ts";
import { makePreparer, type OtherSpellings, type SendOptions } from "./perform.ts";
import { Secrets } from "./redact.ts";
import { SHOW_EXCHANGE } from "../contract/send.ts";

export interface ClientOptions extends SendOptions {
  baseUrl: string;
  /** Undefined = none configured: every request fails with AUTH_MISSING before it is sent. */
  credential?: Credential | undefined;
  dialect: Dialect;
  /** Called with every successful response of an endpoint, before it is parsed. */
  onReply?: (shown: ShownReply) => void;
  /** Called with a value of the dialect that worked in place of the expected one. */
  onLearned?: (key: DialectKey, value: unknown) => void;
  /** `swath/<version>`. */
  userAgent: string;
  /** The secrets of the run, to which the credential is added. */
  secrets?: Secrets;
}

type Method<N extends EndpointName> = (
  ...call: object extends CallOf<N> ? [call?: CallOf<N>] : [call: CallOf<N>]
) => Promise<ReplyOf<N>>;

export interface RawReply extends ResponseInfo {
  text: string;
}

/** One method per endpoint of the interface, and the two generic methods. */
export type Client = { readonly [N in EndpointName]: Method<N> } & {
  /** Scheme, host and port of the base URL. */
  readonly origin: string;
  /** Sends a request by method and path, for `swath api`: same origin only, with the same errors. */
  raw(call: RawCall & CallOptions): Promise<RawReply>;
  /** Prepares a request that costs money or creates something. Only the purchase path sends it. */
  paid<N extends EndpointName>(name: N, call: CallOf<N>): Promise<PaidRequest<ReplyOf<N>>>;
  paidRaw(call: RawCall & CallOptions): Promise<PaidRequest<RawReply>>;
  /** Returns the request of a call, without sending it. */
  describe<N extends EndpointName>(name: N, call: CallOf<N>): RequestDescription;
  describeRaw(call: RawCall): RequestDescription;
  /** Returns the request as the journal would record it. */
  intent<N extends EndpointName>(name: N, call: CallOf<N>): SpendIntent;
  /** Returns the journal's form of a typed request; undefined outside the interface. */
  rawIntent(call: RawCall): SpendIntent | undefined;
};

/**
 * Returns the service as one method per endpoint. Requests go through `send`; the client opens no connection.
 */
export function createClient(options: ClientOptions): Client {
  const { credential, clock, dialect, secrets = new Secrets() } = options;
  secrets.know(listSecretForms(credential));
  const settings: RequestSettings = {
    base: parseBaseUrl(options.baseUrl),
    dialect,
    userAgent: options.userAgent,
    credentialHeaders: () => makeCredentialHeaders(credential, dialect, clock.now()),
  };
  // A dry run must work before a key is configured.
  const shown = credential === undefined ? { ...settings, credentialHeaders: () => ({}) } : settings;
  const maker: RequestMaker = { settings, options, prepare: makePreparer({ ...options, settings, secrets }) };
  const methods = Object.fromEntries(
    ENDPOINT_NAMES.map((name) => [
      name,
      async (given?: AnyCall) => sendFree(prepareCall(maker, name, given)),
    ]),
  );
  return {
    ...(methods as unknown as { readonly [N in EndpointName]: Method<N> }),
    origin: settings.base.origin,
    raw: async (given) => sendFree(prepareRaw(maker, given)),
    paid: async <N extends EndpointName>(name: N, given: CallOf<N>) =>
      toPaidRequest(prepareCall(maker, name, given) as Sendable<ReplyOf<N>>, (found) =>
        parseReply(name, found),
      ),
    paidRaw: async (given) =>
      toPaidRequest(prepareRaw(maker, given), async (found) => ({
        status: 200,
        headers: {},
        text: JSON.stringify(found),
      })),
    describe: (name, given) => describeRequest(buildRequest(name, given, shown), shown),
    describeRaw: (given) => describeRequest(buildRawRequest(given, shown), shown),
    intent: (name, given) => toIntent(buildRequest(name, given, shown), shown)!,
    rawIntent: (given) => toIntent(buildRawRequest(given, shown), shown),
  };
}

interface RequestMaker {
  settings: RequestSettings;
  options: ClientOptions;
  prepare: ReturnType<typeof makePreparer>;
}

/** A request that can be sent, with the proof of its acceptance. */
interface Sendable<Reply> {
  send: () => Promise<ReadReply<Reply>>;
  intent: SpendIntent | undefined;
  idOf: (read: ReadReply<Reply>) => string | undefined;
}

/** Prepares the call of an endpoint. */
function prepareCall(maker: RequestMaker, name: EndpointName, given: AnyCall = {}): Sendable<unknown> {
  const { settings, options, prepare } = maker;
  const built = buildRequest(name, given, settings);
  const reading = {
    read: async (response: BufferedResponse, answered: BuiltRequest) => {
      const read = await readReply(name, response, answered, options.onReply);
      requireAskedRecord(given, read.record, response, answered);
      return read;
    },
    idOf: ({ wire }: ReadReply) => findAcceptedId(name, wire, built.path),
  };
  return { ...prepare(built, given, reading, listOtherSpellings(maker, name, given)), idOf: reading.idOf };
}

/** Returns the spellings of a call that are sent in turn, while the service refuses the path or a field of the one before. */
function listOtherSpellings(
  { settings, options: { dialect, onLearned } }: RequestMaker,
  name: EndpointName,
  given: AnyCall,
): OtherSpellings {
  const { pathSetting } = getEndpoint(name);
  let [template, body] = [undefined as string | undefined, given.body];
  let forms: Partial<Dialect> = {};
  return {
    next: ({ isPathUnknown, refused }) => {
      const other = template === undefined && pathSetting ? findOtherSpelling(name, dialect) : undefined;
      const respelled = given.respell?.(refused);
      if (isPathUnknown && other !== undefined) template = other;
      else if (respelled !== undefined) ({ body, forms } = respelled);
      else return undefined;
      return buildRequest(name, { ...given, body }, settings, template);
    },
    isStillRefused: (refused) => refusesForms(refused, forms),
    onWorked: () => {
      if (pathSetting !== undefined && template !== undefined) onLearned?.(pathSetting, template);
      for (const key of Object.keys(forms) as DialectKey[]) onLearned?.(key, forms[key]);
    },
  };
}

/** Prepares a request by method and path. Its response is text. */
function prepareRaw(
  { settings, options, prepare }: RequestMaker,
  given: RawCall & CallOptions,
): Sendable<RawReply> {
  const built = buildRawRequest(given, settings);
  let isJson = true;
  const reading = {
    read: async ({ status, headers, bytes }: BufferedResponse) => {
      const text = new TextDecoder().decode(bytes);
      const parsed =
        text.trim() === "" ? ({ ok: true, value: undefined } as const) : parseJson(Buffer.from(text));
      isJson = parsed.ok;
      const wire = parsed.ok ? parsed.value : undefined;
      // The response to a typed body may repeat the form that was typed.
      if (parsed.ok && built.name !== undefined && built.effect === "read")
        options.onReply?.({ kind: getEndpoint(built.name).reply, reply: wire });
      return { wire, record: { status, headers, text } };
    },
    // A captive portal also answers 200: a response that is not JSON confirms nothing, not even an approval.
    idOf: ({ wire }: ReadReply) =>
      built.name && isJson ? findAcceptedId(built.name, wire, built.path) : undefined,
  };
  return { ...prepare(built, given, reading), idOf: reading.idOf };
}

/** Sends a request that does not cost money: the purchase path alone sends one that does. */
async function sendFree<Reply>({ send, intent }: Sendable<Reply>): Promise<Reply> {
  if (intent?.effect === "spend") throw new Error("a spending request needs the spend journal");
  return (await send()).record;
}

function toPaidRequest<Reply>(
  { send, intent, idOf }: Sendable<Reply>,
  adopt: (found: unknown) => Promise<Reply>,
): PaidRequest<Reply> {
  if (intent === undefined) throw new Error("the spend journal does not guard this request");
  return {
    intent,
    send: async () => {
      const read = await send();
      return { reply: read.record, wire: read.wire, id: idOf(read) };
    },
    adopt,
  };
}

/**
 * Refuses a record with another id than the path of a read: its state and price do not apply to the requested one. UUIDs
 * may be in either case. A record without an id counts as the requested one.
 */
function requireAskedRecord(
  { params = {} }: AnyCall,
  record: unknown,
  { status }: BufferedResponse,
  { method, path }: BuiltRequest,
): void {
  const [asked] = method === "GET" ? Object.values(params) : [];
  const { id } = toJsonObject(record);
  if (asked === undefined || typeof id !== "string" || isSameId(id, asked)) return;
  throw new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    `${method} ${path}: the response contains ${JSON.stringify(id)} instead of ${JSON.stringify(asked)}`,
    { next: SHOW_EXCHANGE, status, request: { method, path }, data: { asked, named: id } },
  );
}

interface ReadReply<Reply = unknown> {
  /** The parsed JSON; undefined for an empty body. */
  wire: unknown;
  record: Reply;
}

/** Describes a response that is not JSON. Some gateways and proxies compress responses although they must not. */
function describeUnreadable(problem: string, { headers }: BufferedResponse): string {
  const coding = headers["content-encoding"]?.trim() ?? "";
  const isCoded = problem === "not UTF-8" && /^[\w-]{1,20}$/.test(coding);
  return isCoded ? `the coding "${coding}", which was not requested,` : `something that is ${problem}`;
}

/** Parses a successful response once. */
async function readReply(
  name: EndpointName,
  response: BufferedResponse,
  built: BuiltRequest,
  onReply: ClientOptions["onReply"],
): Promise<ReadReply> {
  const isEmpty = response.bytes.every((byte) => byte <= 0x20);
  const parsed = isEmpty ? { ok: true as const, value: undefined } : parseJson(response.bytes);
  if (!parsed.ok) throw toUnrecognised(describeUnreadable(parsed.problem, response), response, built);
  onReply?.({ kind: getEndpoint(name).reply, reply: parsed.value });
  try {
    return { wire: parsed.value, record: await parseReply(name, parsed.value) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { method, path } = built;
    throw error.restated(error.message, { status: response.status, request: { method, path } });
  }
}
