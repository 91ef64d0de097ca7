/** What a person calls the thing that an intent makes, and where to see whether it exists. */
import type { EndpointName } from "../contract/endpoints.ts";

export interface Subject {
  noun: string;
  /** What to do to find out. */
  check: string;
}

export const isOrder = ({ kind }: { kind: EndpointName }): boolean =>
  kind === "placeOrder" || kind === "orderTask";

export const isApproval = ({ kind }: { kind: EndpointName }): boolean =>
  kind === "setTaskStatus" || kind === "setRepeatStatus";

/** The id in `/task/{id}/status`, `/task/{id}/retask` and their like. */
export function idInPath(path: string): string {
  const segment = path.split("/").at(-2) ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function subjectOf({ kind, path }: { kind: EndpointName; path: string }): Subject {
  const id = idInPath(path);
  switch (kind) {
    case "placeOrder":
    case "orderTask":
      return {
        noun: "order",
        check: "Look for the order in the service's own console (the API cannot list orders)",
      };
    case "createRepeat":
    case "retaskRepeat":
      return { noun: "repeat request", check: "Look for it with `swath search repeats`" };
    case "setTaskStatus":
      return { noun: "approval", check: `See the status with \`swath task get ${id}\`` };
    case "setRepeatStatus":
      return { noun: "approval", check: `See the status with \`swath repeat get ${id}\`` };
    default:
      return { noun: "tasking request", check: "Look for it with `swath search tasks`" };
  }
}
