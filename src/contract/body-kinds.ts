/** The endpoint of each body that people write by hand, by its name in the commands. Sorted as in help. */
import type { EndpointName } from "./endpoints.ts";

export const BODY_KINDS = {
  task: "createTask",
  repeat: "createRepeat",
  retask: "retaskTask",
  "retask-collect": "retaskCollect",
  "retask-repeat": "retaskRepeat",
  products: "updateTask",
  order: "placeOrder",
  search: "searchTasks",
  "search-repeats": "searchRepeats",
  catalog: "searchCatalog",
  organization: "updateOrganization",
  export: "presignExports",
} as const satisfies Record<string, EndpointName>;

export type BodyKind = keyof typeof BODY_KINDS;

export const BODY_KIND_NAMES = Object.keys(BODY_KINDS) as BodyKind[];
