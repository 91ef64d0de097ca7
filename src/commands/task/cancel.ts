import { defineCancel } from "../request/cancel.ts";

export const cancel = defineCancel("task", {
  about: "A task that is collected cannot be cancelled.",
  example: "swath search tasks --status accepted --output id | swath task cancel - --yes",
});
