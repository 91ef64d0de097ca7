import type { EndpointName } from "../contract/endpoints.ts";

/** What a person types to reach each endpoint; `swath api` reaches them all. */
export const ENDPOINT_COMMANDS: Readonly<Record<EndpointName, readonly string[]>> = {
  listCollectionTypes: ["task types"],
  createTask: ["task create"],
  createRepeat: ["repeat create"],
  retaskTask: ["task retask"],
  retaskCollect: ["collect retask"],
  retaskRepeat: ["repeat retask"],
  getTask: ["task get", "task cost", "task wait"],
  getRepeat: ["repeat get", "repeat cost", "repeat wait"],
  setTaskStatus: ["task approve", "task reject"],
  setRepeatStatus: ["repeat approve", "repeat reject"],
  updateTask: ["task set-products"],
  updateOrganization: ["org set-defaults"],
  searchTasks: ["search tasks"],
  searchRepeats: ["search repeats"],
  listTasks: ["task list"],
  listTasksByPost: ["task list"],
  reviewOrder: ["order review", "order place"],
  placeOrder: ["order place"],
  orderTask: ["order task"],
  getOrderDownload: ["order links", "order download", "order wait"],
  searchCatalog: ["catalog search"],
  listExports: ["export list", "export sync"],
  presignExports: ["export links", "export fetch", "export sync"],
  createToken: ["auth token"],
};
