import type { Reader } from "./flag.ts";

const FACTORS: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
};

/** A rate such as `10MB/s`, `500k` or `1.5MiB/s`, in bytes per second. */
export const byteRate: Reader<number> = (value) => {
  const [, number = "", prefix = ""] =
    /^(\d{1,12}(?:\.\d{1,6})?) ?([kmg]i?)?b?(?:\/s|ps)?$/iu.exec(value.trim()) ?? [];
  const rate = Number(number) * (FACTORS[prefix.toLowerCase()] ?? Number.NaN);
  if (number !== "" && rate >= 1000) return { ok: true, value: rate };
  const isBits = /bit/iu.test(value);
  return {
    ok: false,
    rule: "must be a rate such as 10MB/s or 500kB/s, at least 1kB/s",
    ...(isBits && { hint: "Rates are in bytes: 8 Mbit/s are 1MB/s" }),
  };
};
