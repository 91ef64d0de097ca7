import { defineSearch } from "../request/search.ts";

export const repeats = defineSearch("repeat", {
  name: "repeats",
  summary: "Search repeat requests",
  description:
    "Shows one page without --all or --limit. Shows your own requests, or with a role such as " +
    "organization-manager those of your organization. Texts match in any case; all conditions on different " +
    "fields must match.",
  examples: [
    "swath search repeats --status submitted --sandbox",
    "swath search repeats --name etna --submitted 2026-03-01/.. --all --output ndjson",
  ],
  mostUsed: ["--name", "--status", "--from", "--to", "--where", "--sort", "--limit", "--all", "--price"],
});
