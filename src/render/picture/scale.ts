import type { Picture } from "../decode-picture.ts";

/** Returns the picture at that size: each pixel is the mean of its source pixels, weighted by opacity. */
export function scalePicture(from: Picture, width: number, height: number): Picture {
  if (from.width === width && from.height === height) return from;
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor((y * from.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * from.height) / height));
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor((x * from.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * from.width) / width));
      let [red, green, blue, opacity] = [0, 0, 0, 0];
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) {
          const at = (row * from.width + column) * 4;
          const weight = from.pixels[at + 3]!;
          red += from.pixels[at]! * weight;
          green += from.pixels[at + 1]! * weight;
          blue += from.pixels[at + 2]! * weight;
          opacity += weight;
        }
      }
      if (opacity === 0) continue;
      const at = (y * width + x) * 4;
      pixels[at] = Math.round(red / opacity);
      pixels[at + 1] = Math.round(green / opacity);
      pixels[at + 2] = Math.round(blue / opacity);
      pixels[at + 3] = Math.round(opacity / ((bottom - top) * (right - left)));
    }
  }
  return { width, height, pixels };
}

/** Returns the largest size of the same shape that fits, in whole pixels. */
export function fitSize({ width, height }: Picture, mostWidth: number, mostHeight: number): [number, number] {
  const scale = Math.min(mostWidth / width, mostHeight / height);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}
