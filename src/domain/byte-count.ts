/** Byte counts in the notation of people: `500MB`, `1.5 GiB`, `2g`. */
const FACTORS: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
};

/** Returns the number of bytes, possibly with a fraction; undefined for any other text. */
export function readBytes(text: string): number | undefined {
  const [, number, prefix = ""] = /^(\d{1,12}(?:\.\d{1,6})?) ?([kmg]i?)?b?$/iu.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * FACTORS[prefix.toLowerCase()]!;
}
