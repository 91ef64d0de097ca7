import { defineCancel } from "../request/cancel.ts";

export const cancel = defineCancel("repeat", {
  about: "Ends a series: it makes no new tasks, and its tasks that are still open are reported.",
  example: "swath repeat cancel etna-series --yes",
});
