import { textureCorners } from "./mosaic.ts";
import { unitAt } from "./noise.ts";

/** Mean amplitude of water, land and built-up ground, in digital numbers. */
const MEAN_AMPLITUDE = [95, 430, 1250] as const;
const TURN = 2 * Math.PI;

/** Mean amplitudes over a cell, row by row, of the texture with that number. */
type Backscatter = (textureNumber: number) => Float32Array;

/**
 * Along its edges a cell's amplitudes depend only on the corners there, so that neighbours meet; what makes variants
 * differ fades out towards the edges.
 */
export function backscatterOf(cell: number): Backscatter {
  const shares = Array.from({ length: cell }, (_, at) => (at + 0.5) / cell);
  const waves = Float32Array.from({ length: cell * cell }, (_, at) =>
    shoreWave(shares[at % cell]!, shares[Math.floor(at / cell)]!),
  );
  return (textureNumber) => {
    const { corners, variant } = textureCorners(textureNumber);
    const [nw, ne, sw, se] = corners;
    const relief = shares.map((u) => 4 * u * (1 - u) * Math.sin(TURN * (u + variant * 0.21)));
    const amplitudes = new Float32Array(cell * cell);
    for (let y = 0; y < cell; y += 1) {
      const v = shares[y]!;
      const reliefAcross = 0.35 * relief[(y * 3 + variant * 5) % cell]! * 4 * v * (1 - v);
      for (let x = 0; x < cell; x += 1) {
        const u = shares[x]!;
        const smooth = (nw * (1 - u) + ne * u) * (1 - v) + (sw * (1 - u) + se * u) * v;
        const amplitude = meanAmplitude(smooth + waves[y * cell + x]!);
        const glint = amplitude > 900 && unitAt(textureNumber, x, y) > 0.992 ? 6 : 1;
        amplitudes[y * cell + x] = amplitude * (1 + reliefAcross * relief[x]!) * glint;
      }
    }
    return amplitudes;
  };
}

/** Makes shores wind. Periodic over one cell in both directions, and below a half: plain cells stay plain. */
function shoreWave(u: number, v: number): number {
  return (
    0.1 * Math.sin(TURN * (u + v)) * Math.cos(TURN * 2 * v) +
    0.07 * Math.sin(TURN * (3 * u - v)) +
    0.05 * Math.cos(TURN * (5 * v + 2 * u))
  );
}

function meanAmplitude(ground: number): number {
  const clamped = Math.min(1.999, Math.max(0, ground));
  const below = Math.floor(clamped);
  const share = Math.min(1, Math.max(0, (clamped - below - 0.42) / 0.16));
  const from = MEAN_AMPLITUDE[below] ?? 0;
  return from + ((MEAN_AMPLITUDE[below + 1] ?? from) - from) * share;
}
