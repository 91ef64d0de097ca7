export interface Varint {
  /** Beyond 2 ** 53 rounded. */
  value: number;
  end: number;
}

/** Seven bits a byte, the first byte highest; eight bits in a ninth, and the first bit is then the sign. Behind the page stand zeros. */
export function varint(page: Buffer, start: number): Varint {
  let value = 0;
  // The upper half apart: the whole of a small negative number would be rounded to 0.
  let upper = 0;
  for (let at = start; at < start + 8; at++) {
    if (at === start + 4) [upper, value] = [value, 0];
    const byte = page[at] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80)
      return { value: at < start + 4 ? value : upper * 128 ** (at - start - 3) + value, end: at + 1 };
  }
  const high = upper < 2 ** 27 ? upper : upper - 2 ** 28;
  return { value: high * 2 ** 36 + value * 256 + (page[start + 8] ?? 0), end: start + 9 };
}
