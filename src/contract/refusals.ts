import { isMarkup, readErrorBody } from "./read-error.ts";

/**
 * Reads from a failed response why nothing was done. A gateway or a framework has no such path: nothing behind it has seen the
 * request, so the response is not about the key, and not about the record in the path. Or the service refuses fields of the body.
 */

/** The parts of a failed response that are read. */
interface Failed {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** "stated": the words are those of a router. "possible": the words may also be about the record in the path. */
export type UnknownPath = "stated" | "possible";

/** A gateway of AWS answers an unknown path with 403, and names a missing or unreadable signature. Its authorizers use other words. */
const GATEWAY_WORDS =
  /^missing authentication token\.?$|\(missing equal-sign\) in authorization header|^authorization header requires '(?:credential|signature)' parameter/i;
const GATEWAY_ERRORS = /^(?:MissingAuthenticationToken|IncompleteSignature)(?:Exception)?(?::|$)/i;
/** A code beside the words that is the gateway's own: any other one is that of the service. */
const GATEWAY_CODE = /^(?:403|missing_?authentication_?token(?:exception)?)$/i;

/** Words of routers. */
const ROUTER_WORDS = [
  /\bno (?:such )?(?:route|endpoint|static resource)\b/i,
  /\b(?:route|endpoint)\b.{0,200}\b(?:not|isn't|doesn't|does not) (?:found|exist|matched|match)\b/i,
  /^cannot (?:get|head|options|post|put|patch|delete) \//i,
  /\bnot defined by this API\b/i,
  /\bmatch incoming request to an operation\b/i,
  /\bAPI does not exist\b/i,
  /\bidentify proxy for\b/i,
  /\b(?:page|path|url|uri|resource path) not found\b/i,
];

/** Words that name neither a path nor a record. */
const BARE_WORDS =
  /^(?:(?:error )?40[45][: -]*)?(?:(?:the )?(?:requested )?(?:resource|url|http method)(?: was| is)? )?(?:not[ _]found|(?:method )?not[ _]allowed|not (?:allowed|supported))\.?$/i;
const BARE_CODE =
  /^(?:40[45]|(?:err_?)?(?:resource_?)?not_?found|(?:http_?)?method_?not_?(?:allowed|supported))$/i;

/** A failure with the id of a request or an order comes from a service that has seen it. */
const RESULT_ID = /"(?:order|tasking_?request|repeat_?request|task)_?id"\s*:\s*["\d]/i;

/**
 * Returns whether a response reports an unknown path: 403 in the words of a gateway, and 404 or 405 in the words of a router, or
 * without words about a record.
 */
export function findUnknownPath({ status, headers, text }: Failed): UnknownPath | undefined {
  if ((status !== 403 && status !== 404 && status !== 405) || RESULT_ID.test(text)) return undefined;
  const { message, code = "", detail } = readErrorBody(status, headers["content-type"], text);
  const words = [message, ...detail.map((entry) => entry.message)].filter((one) => one !== "");
  if (status === 403) {
    const isGateway = GATEWAY_ERRORS.test(headers["x-amzn-errortype"] ?? "");
    const isOwnCode = code === "" || GATEWAY_CODE.test(code);
    return isOwnCode &&
      words.every((one) => isGateway || GATEWAY_WORDS.test(one)) &&
      (isGateway || words.length > 0)
      ? "stated"
      : undefined;
  }
  if (code !== "" && !BARE_CODE.test(code)) return undefined;
  if (words.some((one) => ROUTER_WORDS.some((known) => known.test(one))))
    return status === 404 ? "stated" : "possible";
  return words.every((one) => BARE_WORDS.test(one)) || isMarkup(headers["content-type"], text)
    ? "possible"
    : undefined;
}

const QUOTED = /['"`]([A-Za-z]\w*)['"`]/g;

/**
 * Returns the names of the fields: the last name of each path, and each quoted word, as in `Unrecognized key(s) in object: 'ascDesc'`.
 * Empty for another failure than a refused body.
 */
export function listRefusedFields({ status, headers, text }: Failed): ReadonlySet<string> {
  if (status !== 400 && status !== 422) return new Set();
  const { message, detail } = readErrorBody(status, headers["content-type"], text);
  const paths = detail.flatMap(({ path }) => path?.match(/[A-Za-z_]\w*/g)?.at(-1) ?? []);
  const quoted = [message, ...detail.map((entry) => entry.message)].flatMap((words) =>
    [...words.matchAll(QUOTED)].map(([, word]) => word!),
  );
  return new Set([...paths, ...quoted]);
}
