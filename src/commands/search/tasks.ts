import { defineSearch } from "../request/search.ts";

export const tasks = defineSearch("task", {
  name: "tasks",
  summary: "Search tasks",
  description:
    "Shows one page without --all or --limit. Shows your own tasks, or with a role such as " +
    "organization-manager those of your organization. Tasks of repeat requests are omitted by default. " +
    "Texts match in any case; all conditions on different fields must match.",
  examples: [
    "swath search tasks --status accepted,completed --from -7d --sandbox",
    'swath search tasks --where "collectConstraints.offNadirMin>=20" --sort opens:asc --all --output ndjson',
    "swath search tasks --repeat-id 91b2c0aa-... --output id",
  ],
  mostUsed: [
    "--name",
    "--status",
    "--from",
    "--to",
    "--mode",
    "--where",
    "--sort",
    "--limit",
    "--all",
    "--price",
    "--window-open",
    "--include-repeating",
  ],
});
