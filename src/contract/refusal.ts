/** Whether an answer proves that a request was not processed: what the spend journal may call refused. */
import { serviceCodeOf } from "./service-code.ts";

const REFUSING = new Set([400, 401, 402, 403, 404, 405, 406, 411, 413, 414, 415, 422, 425, 429]);

/**
 * True when the service provably did not do what was asked: a status that says so, or a 409 with a refusal code we know.
 * Every other answer without an id leaves the outcome of a spending request open.
 */
export function isRefusal(status: number, serviceCode: string | undefined): boolean {
  return REFUSING.has(status) || (status === 409 && serviceCodeOf(serviceCode) !== undefined);
}
