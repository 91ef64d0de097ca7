import { readBytes } from "../../domain/byte-count.ts";
import type { Reader } from "../../domain/readers.ts";

/** A rate such as `10MB/s`, `500k` or `1.5MiB/s`, in bytes per second. */
export const byteRate: Reader<number> = (value) => {
  const rate = readBytes(value.trim().replace(/(?:\/s|ps)$/iu, ""));
  if (rate !== undefined && rate >= 1000) return { ok: true, value: rate };
  const isBits = /bit/iu.test(value);
  return {
    ok: false,
    rule: "must be a rate such as 10MB/s or 500kB/s, at least 1kB/s",
    ...(isBits && { hint: "Rates are in bytes: 8 Mbit/s are 1MB/s" }),
  };
};
