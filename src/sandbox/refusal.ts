import type { ErrorCode } from "../errors.ts";

/** Codes the service sends: those of the error table, and the one that only a service can know. */
export type ServiceCode = ErrorCode | "TOKEN_EXPIRED";

interface FaultDetail {
  /** JSON path in the body, header or query name; empty for the request as a whole. */
  path: string;
  message: string;
}

/** Thrown by handlers: the request is answered with this status and one error body. Everything else is a bug (500). */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly status: number,
    readonly code: ServiceCode,
    message: string,
    readonly detail: readonly FaultDetail[] = [],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** One broken part of a body. */
export interface BodyFault extends FaultDetail {
  code: ServiceCode;
}

/** A body that breaks a rule: 422 with the path of each broken part; the first one's code stands for all. */
export function refuseBody(faults: readonly BodyFault[]): Refusal {
  const [first] = faults;
  if (first === undefined) throw new Error("refuseBody needs at least one fault");
  const message = faults.length === 1 ? first.message : `${faults.length} faults: ${first.message}`;
  const detail = faults.map(({ path, message: text }) => ({ path, message: text }));
  return new Refusal(422, first.code, message, detail);
}
