const rounded = (degrees: number): string => String(Math.round(degrees * 100) / 100);

/** `off-nadir 20 to 30`, `grazing angle at least 40`, `azimuth 90`. */
export function describeRange(what: string, min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `${what} at most ${rounded(max ?? Infinity)}`;
  if (max === undefined) return `${what} at least ${rounded(min)}`;
  return min === max ? `${what} ${rounded(min)}` : `${what} ${rounded(min)} to ${rounded(max)}`;
}

/** `local time 06:00 to 18:00 (Europe/Lisbon)`. */
export function describeLocalTime([start, end]: readonly [number, number], zone: string): string {
  return `local time ${clock(start)} to ${clock(end)} (${zone})`;
}

function clock(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part) => String(Math.floor(part)).padStart(2, "0"));
  return rest === "00" ? `${hours}:${minutes}` : `${hours}:${minutes}:${rest}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** `1 pass`, `12 passes`. */
export function countPasses(passes: number): string {
  return passes === 1 ? "1 pass" : `${passes} passes`;
}

/** `squint 0, 30, -30`. */
export function describeSquints(angles: readonly number[]): string {
  if (angles.length === 0) return "a squint below its first step of 15";
  return angles.length === 1 && angles[0] === 0 ? "broadside looks only" : `squint ${angles.join(", ")}`;
}
