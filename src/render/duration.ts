const two = (value: number): string => String(value).padStart(2, "0");

/** A length of time for people, in its two largest units: `8 s`, `2 min 05 s`, `1 h 20 min`, `3 d 04 h`. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "?";
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${two(whole % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`;
}

/** How long the rest takes at this rate; nothing while nothing moves. */
export function etaText(remainingBytes: number, bytesPerSecond: number): string {
  return bytesPerSecond > 0 ? durationText(remainingBytes / bytesPerSecond) : "";
}
