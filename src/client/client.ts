import { parseBaseUrl } from "../contract/base-url.ts";
import { type Credential, credentialHeaders, secretsOf } from "../contract/credentials.ts";
import { areFormsRefused, type Dialect, type DialectKey } from "../contract/dialect.ts";
import { acceptedId, ENDPOINT_NAMES, endpointOf, type EndpointName } from "../contract/endpoints.ts";
import { isSameId } from "../contract/id-key.ts";
import { objectOf } from "../contract/json-object.ts";
import { parseReply } from "../contract/parse.ts";
import type { ReplyOf } from "../contract/schemas.ts";
import type { ShownReply } from "../contract/shown-forms.ts";
import type { SpendIntent } from "../contract/spend.ts";
import { AppError } from "../errors.ts";
import type { BufferedResponse } from "./buffered-body.ts";
import {
  buildRawRequest,
  buildRequest,
  type BuiltRequest,
  describeRequest,
  intentOf,
  type RawCall,
  type RequestDescription,
  type RequestSettings,
} from "./build-request.ts";
import type { AnyCall, CallOf, CallOptions, ResponseInfo } from "./call.ts";
import { unrecognised } from "./failure.ts";
import { parseJson } from "./parse-json.ts";
import { otherSpelling } from "./endpoint-path.ts";
import { performer, type OtherSpellings, type SendOptions } from "./perform.ts";
import { Secrets } from "./redact.ts";

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
  secrets.know(secretsOf(credential));
  const settings: RequestSettings = {
    base: parseBaseUrl(options.baseUrl),
    dialect,
    userAgent: options.userAgent,
    credentialHeaders: () => credentialHeaders(credential, dialect, clock.now()),
  };
  // A dry run must work before a key is configured.
  const shown = credential === undefined ? { ...settings, credentialHeaders: () => ({}) } : settings;
  const perform = performer({ ...options, settings, secrets });

  const otherSpellings = (name: EndpointName, given: AnyCall): OtherSpellings => {
    const { pathSetting } = endpointOf(name);
    let [template, body] = [undefined as string | undefined, given.body];
    let forms: Partial<Dialect> = {};
    return {
      next: ({ isPathUnknown, refused }) => {
        const other = template === undefined && pathSetting ? otherSpelling(name, dialect) : undefined;
        const respelled = given.respell?.(refused);
        if (isPathUnknown && other !== undefined) template = other;
        else if (respelled !== undefined) ({ body, forms } = respelled);
        else return undefined;
        return buildRequest(name, { ...given, body }, settings, template);
      },
      isStillRefused: (refused) => areFormsRefused(refused, forms),
      onWorked: () => {
        if (pathSetting !== undefined && template !== undefined) options.onLearned?.(pathSetting, template);
        for (const key of Object.keys(forms) as DialectKey[]) options.onLearned?.(key, forms[key]);
      },
    };
  };

  const call = async (name: EndpointName, given: AnyCall = {}): Promise<unknown> => {
    const built = buildRequest(name, given, settings);
    let read: ReadReply | undefined;
    // The journal keeps parts of the original response. If the response has no id, the call returns the record that a search found.
    const reading = {
      read: async (response: BufferedResponse, answered: BuiltRequest) => {
        read = await readReply(name, response, answered, options.onReply);
        requireAskedRecord(given, read.record, response, answered);
        return read.wire;
      },
      idOf: (reply: unknown) => acceptedId(name, reply, built.path),
      adopt: (found: unknown) => found,
    };
    const wire = await perform(built, given, reading, otherSpellings(name, given));
    return read !== undefined && read.wire === wire ? read.record : parseReply(name, wire);
  };

  const methods = Object.fromEntries(
    ENDPOINT_NAMES.map((name) => [name, (given?: AnyCall) => call(name, given)]),
  );
  return {
    ...(methods as unknown as { readonly [N in EndpointName]: Method<N> }),
    origin: settings.base.origin,
    raw: async (given) => {
      const built = buildRawRequest(given, settings);
      let answered: RawReply | undefined;
      let isJson = true;
      // The journal keeps parts of the response's JSON.
      const wire = await perform(built, given, {
        read: async ({ status, headers, bytes }) => {
          const text = new TextDecoder().decode(bytes);
          answered = { status, headers, text };
          const parsed =
            text.trim() === "" ? ({ ok: true, value: undefined } as const) : parseJson(Buffer.from(text));
          isJson = parsed.ok;
          // The response to a typed body may repeat the form that was typed.
          if (parsed.ok && built.name !== undefined && built.effect === "read")
            options.onReply?.({ kind: endpointOf(built.name).reply, reply: parsed.value });
          return parsed.ok ? parsed.value : undefined;
        },
        // A captive portal also answers 200: a response that is not JSON confirms nothing, not even an
        // approval.
        idOf: (reply) => (built.name && isJson ? acceptedId(built.name, reply, built.path) : undefined),
        adopt: (found) => {
          answered = { status: 200, headers: {}, text: JSON.stringify(found) };
          return found;
        },
      });
      return answered ?? { status: 200, headers: {}, text: JSON.stringify(wire) };
    },
    describe: (name, given) => describeRequest(buildRequest(name, given, shown), shown),
    describeRaw: (given) => describeRequest(buildRawRequest(given, shown), shown),
    intent: (name, given) => intentOf(buildRequest(name, given, shown), shown)!,
    rawIntent: (given) => intentOf(buildRawRequest(given, shown), shown),
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
  const { id } = objectOf(record);
  if (asked === undefined || typeof id !== "string" || isSameId(id, asked)) return;
  throw new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    `${method} ${path}: the response contains ${JSON.stringify(id)} instead of ${JSON.stringify(asked)}`,
    { status, request: { method, path }, data: { asked, named: id } },
  );
}

interface ReadReply {
  /** The parsed JSON; undefined for an empty body. */
  wire: unknown;
  record: unknown;
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
  if (!parsed.ok) throw unrecognised(`something that is ${parsed.problem}`, response, built);
  onReply?.({ kind: endpointOf(name).reply, reply: parsed.value });
  try {
    return { wire: parsed.value, record: await parseReply(name, parsed.value) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { method, path } = built;
    throw error.restated(error.message, { status: response.status, request: { method, path } });
  }
}
