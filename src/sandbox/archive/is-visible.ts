import type { Collect } from "./collect.ts";

/** Whether an organization may see a collect: everybody once its holdback is over, its own organization at once. */
export function isVisible(
  { holdback }: Pick<Collect, "holdback">,
  viewerOrganizationId: string | undefined,
  nowMs: number,
): boolean {
  return (
    holdback === undefined || nowMs >= holdback.untilMs || holdback.organizationId === viewerOrganizationId
  );
}
