/** The chapters of the recording, each with a sandbox and a home folder of its own. */
import type { Chapter } from "../steps.ts";
import { account, api, machine, sandbox } from "./account.ts";
import { catalog } from "./catalog.ts";
import { exports } from "./export.ts";
import { help, texts } from "./help.ts";
import { download, order } from "./order.ts";
import { repeat, task } from "./task.ts";

export const CHAPTERS: readonly Chapter[] = [
  { name: "help", steps: help },
  { name: "texts", steps: texts },
  { name: "catalog", steps: catalog },
  { name: "order", steps: order },
  { name: "download", steps: download, resumes: true },
  { name: "task", steps: task },
  { name: "repeat", steps: repeat },
  { name: "export", steps: exports },
  { name: "account", steps: account },
  { name: "api", steps: api },
  { name: "sandbox", steps: sandbox },
  { name: "machine", steps: machine, alone: true },
];
