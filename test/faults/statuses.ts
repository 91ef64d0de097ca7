/** The required result of each status, written by hand from the promises and not read from the code. */

export const STATUSES = [
  200, 201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 301, 302, 303, 304, 305, 307, 308, 399, 400, 401,
  402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423, 424,
  425, 426, 428, 429, 431, 444, 451, 460, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511, 520,
  521, 522, 525, 530, 599, 600, 799, 999,
] as const;

/** The only statuses that prove that a request which costs money was not carried out. */
const REFUSING: readonly number[] = [400, 401, 402, 403, 404, 405, 406, 411, 413, 414, 415, 422, 425, 429];

export const isRefusing = (status: number): boolean => REFUSING.includes(status);

const EXITS: Readonly<Record<number, number>> = { 401: 4, 403: 5, 404: 6, 408: 9, 409: 7, 410: 6, 429: 9 };

/** Exit code of a request that changes nothing, or of a refused one that would have cost money. */
export function exitOf(status: number): number {
  if (status >= 500) return 9;
  if (status >= 300 && status < 400) return 9;
  return EXITS[status] ?? 8;
}
