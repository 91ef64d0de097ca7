/** First line of a test that needs what may be absent: skips there with a reason, and fails when CI is set, where all has to be. */
export function need(
  isHere: boolean,
  reason: string,
  context: { skip(note?: string): never },
): asserts isHere {
  if (isHere) return;
  if (process.env["CI"]) throw new Error(`${reason}, and CI must not skip`);
  context.skip(reason);
}
