import type { Noun } from "../../cli/command/define-command.ts";

export const order: Noun = {
  name: "order",
  aliases: ["orders"],
  summary: "Price, place and download orders of archive imagery",
  verbs: {
    review: async () => (await import("./review.ts")).review,
    place: async () => (await import("./place.ts")).place,
    task: async () => (await import("./task.ts")).task,
    links: async () => (await import("./links.ts")).links,
    download: async () => (await import("./download.ts")).download,
    wait: async () => (await import("./wait.ts")).wait,
    history: async () => (await import("./history.ts")).history,
  },
};
