import type { Textures } from "./textures.ts";

/** Big-endian bytes of a texture at full resolution, by its number. Not to be written to. */
type CellBytes = (textureNumber: number) => Uint8Array;

const kept = new WeakMap<Textures, CellBytes>();

/** The 16-bit numbers of textures (pixels, or the two parts of complex ones) as NITF and CPHD store them. */
export function bigEndianCells(textures: Textures): CellBytes {
  const known = kept.get(textures);
  if (known !== undefined) return known;
  const cells: Uint8Array[] = [];
  const bytesOf: CellBytes = (number) => {
    const pixels = textures.at(number, 0);
    return (cells[number] ??= Buffer.from(
      new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength),
    ).swap16());
  };
  kept.set(textures, bytesOf);
  return bytesOf;
}
