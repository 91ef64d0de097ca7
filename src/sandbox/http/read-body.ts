import { DEEPEST, findTooDeep } from "../../geo/read-json.ts";
import { Refusal } from "./refusal.ts";

/** Maximum bytes of a request body; larger bodies are refused with 413. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** Reads the whole body, up to the limit. */
export async function readBody(
  body: Uint8Array | AsyncIterable<Uint8Array> | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Uint8Array> {
  if (Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  if (body === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

// Spec silent: request size limits. The sandbox accepts bodies up to 5 MiB.
const tooLarge = (): Refusal =>
  new Refusal(413, "SERVICE_REJECTED", `the body is larger than ${MAX_BODY_BYTES} bytes`);

/** Parses a JSON body. Errors: 415 for another type or coding, 400 MALFORMED_JSON. */
export function parseJsonBody(bytes: Uint8Array, headers: Readonly<Record<string, string>>): unknown {
  const [type = "", ...parameters] = (headers["content-type"] ?? "application/json").toLowerCase().split(";");
  if (!/^application\/(?:[\w.-]+\+)?json$/u.test(type.trim())) {
    throw new Refusal(
      415,
      "SERVICE_REJECTED",
      `the body is ${type.trim()}; this endpoint takes application/json`,
    );
  }
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  const coding = headers["content-encoding"] ?? "identity";
  if (coding !== "identity" || !/^(?:charset="?utf-8"?)?$/u.test(charset ?? "")) {
    throw new Refusal(415, "SERVICE_REJECTED", "the body must be UTF-8 without content coding");
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (findTooDeep(text) !== undefined) throw new SyntaxError(`nesting deeper than ${DEEPEST} levels`);
    return JSON.parse(text, /__proto__|\\u/iu.test(text) ? dropPrototype : undefined) as unknown;
  } catch (error) {
    const why = bytes.byteLength === 0 ? "it is empty" : (error as Error).message;
    throw new Refusal(400, "MALFORMED_JSON", `the body is not JSON: ${why}`);
  }
}

/** Drops a `__proto__` property, which would become the prototype of the first object it is copied into. */
function dropPrototype(this: unknown, key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
