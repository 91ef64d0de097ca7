/** Every command, one line per name. A definition is loaded when its name is typed. */
import type { Noun, Single } from "../cli/command/define-command.ts";
import { approvals } from "./approvals/index.ts";
import { auth } from "./auth/index.ts";
import { catalog } from "./catalog/index.ts";
import { collect } from "./collect/index.ts";
import { config } from "./config/index.ts";
import { exportNoun } from "./export/index.ts";
import { journal } from "./journal/index.ts";
import { order } from "./order/index.ts";
import { org } from "./org/index.ts";
import { profile } from "./profile/index.ts";
import { repeat } from "./repeat/index.ts";
import { spend } from "./spend/index.ts";
import { task } from "./task/index.ts";
import { sandbox } from "./sandbox/index.ts";
import { search } from "./search/index.ts";

export const NOUNS: readonly Noun[] = [
  task,
  repeat,
  approvals,
  collect,
  search,
  catalog,
  order,
  exportNoun,
  org,
  journal,
  spend,
  auth,
  profile,
  config,
  sandbox,
];

export const SINGLES: readonly Single[] = [
  {
    name: "passes",
    summary: "List the times when satellites can image a place",
    load: async () => (await import("./passes.ts")).passes,
  },
  {
    name: "verify",
    summary: "Verify a folder of downloads against its manifest",
    load: async () => (await import("./verify.ts")).verify,
  },
  {
    name: "gallery",
    summary: "Make a page of a folder of downloads, with pictures",
    load: async () => (await import("./gallery.ts")).gallery,
  },
  {
    name: "api",
    summary: "Send one authenticated request by method and path",
    load: async () => (await import("./api.ts")).api,
  },
  {
    name: "doctor",
    summary: "Check settings, credentials, network and folders",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "demo",
    summary: "Run a local demo: search, price, order, download, verify",
    load: async () => (await import("./demo/index.ts")).demo,
  },
  {
    name: "schema",
    summary: "Print the JSON Schema of a body, or a filled template",
    load: async () => (await import("./schema.ts")).schema,
  },
  {
    name: "completion",
    summary: "Print the completion script of a shell",
    load: async () => (await import("./completion/index.ts")).completion,
  },
  {
    name: "version",
    summary: "Show the versions of swath and Node, and the platform",
    load: async () => (await import("./version.ts")).version,
  },
];
