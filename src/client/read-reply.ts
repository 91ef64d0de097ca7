import type { EndpointName } from "../contract/endpoints.ts";
import { parseReply } from "../contract/parse.ts";
import { AppError } from "../errors.ts";
import type { WholeResponse } from "./buffered-body.ts";
import type { BuiltRequest } from "./build-request.ts";
import { unrecognised } from "./failure.ts";
import { parseJson } from "./parse-json.ts";
import { redact } from "./redact.ts";

export interface ReadReply {
  /** The JSON as it came; undefined for an empty body. */
  wire: unknown;
  record: unknown;
}

/** A successful reply, parsed once. */
export async function readReply(
  name: EndpointName,
  response: WholeResponse,
  built: BuiltRequest,
  secrets: readonly string[],
): Promise<ReadReply> {
  const isEmpty = response.bytes.every((byte) => byte <= 0x20);
  const parsed = isEmpty ? { ok: true as const, value: undefined } : parseJson(response.bytes);
  if (!parsed.ok) throw unrecognised(`something that is ${parsed.problem}`, response, built);
  try {
    return { wire: parsed.value, record: await parseReply(name, parsed.value) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.kind, error.code, redact(error.message, secrets), {
      hint: error.hint,
      status: response.status,
      request: { method: built.method, path: built.path },
      issues: error.issues.map(({ code, path, message, rule }) => ({
        code,
        path,
        message: redact(message, secrets),
        ...(rule !== undefined && { rule }),
      })),
    });
  }
}
