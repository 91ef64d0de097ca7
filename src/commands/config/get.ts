import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";
import { formatValue, makeKeyArgument } from "./setting.ts";
import type { KeyPlace } from "../../app/accounts/config.ts";

export const get = defineCommand({
  name: "get",
  summary: "Print the value of one setting of a run",
  description: "Uses the first source with a value: flag, environment variable, profile, default.",
  examples: ["swath config get baseUrl", "swath config get timeout --json"],
  syntax: (command) => command.addArgument(makeKeyArgument("a key of swath config list")),
  run: async (context, _options, key) => {
    const { getKey } = await import("../../app/accounts/config.ts");
    const place = getKey(context, key);
    if (place.origin === "none") context.notes.note(`${key} is not set`);
    return place;
  },
  view: recordView<KeyPlace>({ text: ({ value }) => `${formatValue(value)}\n` }),
});
