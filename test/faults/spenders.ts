/** Every command that can cost money, as a script types it, with the one request of its run that does. */
import type { Asked } from "./hostile-server.ts";

export interface Spender {
  /** The typed command. */
  title: string;
  args: readonly string[];
  /** Method and path of the request that costs money. */
  request: string;
  /** The way to find a lost answer: a search, the status, or none in the interface. */
  foundBy: "search" | "status" | "nothing";
  /** The record that the service creates. */
  makes: "order" | "task" | "repeat" | "approval";
  /** It costs nothing yet, but is guarded, since it must not happen twice. */
  isFree?: true;
}

const TASK =
  "--point 177.99,-16.85 --window-open 2031-05-01T00:00:00Z --window-close 2031-05-08T00:00:00Z --tier standard --type spotlight --name taveuni";
const SERIES =
  "--point 14.43,40.82 --from 2031-04-01T00:00:00Z --to 2031-06-01T00:00:00Z --interval 7 --tier flexible --type spotlight --name vesuvius";
const WINDOW = "--window-open 2031-05-01T00:00:00Z --window-close 2031-05-08T00:00:00Z --name again";

/** The pre-approved original of a retask: a full id, which needs no search. */
export const ORIGINAL = "0c7d1a52-3f0e-4a0b-9a43-51c8e2b6d0f7";

const spender = (
  title: string,
  words: string,
  request: string,
  more: Omit<Spender, "title" | "args" | "request">,
) => ({ title, args: words.split(" "), request, ...more }) satisfies Spender;

const raw = (method: string, path: string, body: object): readonly string[] => [
  "api",
  method,
  path,
  "--data",
  JSON.stringify(body),
  "--yes",
];

const approved = { properties: { taskingrequestName: "raw", preApproval: true }, type: "Feature" };

export const SPENDERS: readonly Spender[] = [
  spender("order place", "order place --item coast/lisbon-1 --yes", "POST /orders", {
    foundBy: "nothing",
    makes: "order",
  }),
  spender("order task", "order task t-1 --yes", "POST /orders/task/t-1", {
    foundBy: "nothing",
    makes: "order",
  }),
  spender("task approve", "task approve t-1 --yes", "PATCH /task/t-1/status", {
    foundBy: "status",
    makes: "approval",
  }),
  spender("repeat approve", "repeat approve r-1 --yes", "PATCH /repeat-requests/r-1/status", {
    foundBy: "status",
    makes: "approval",
  }),
  spender("task create, pre-approved", `task create ${TASK} --pre-approve --yes`, "POST /task", {
    foundBy: "search",
    makes: "task",
  }),
  spender(
    "repeat create, pre-approved",
    `repeat create ${SERIES} --pre-approve --yes`,
    "POST /repeat-requests",
    {
      foundBy: "search",
      makes: "repeat",
    },
  ),
  spender("task retask", `task retask ${ORIGINAL} ${WINDOW} --yes`, `POST /task/${ORIGINAL}/retask`, {
    foundBy: "search",
    makes: "task",
  }),
  spender(
    "repeat retask",
    `repeat retask ${ORIGINAL} --from 2031-05-01T00:00:00Z --count 3 --name again --yes`,
    `POST /repeat-request/${ORIGINAL}/retask`,
    { foundBy: "search", makes: "repeat" },
  ),
  spender(
    "collect retask",
    `collect retask c-1 ${WINDOW} --set properties.preApproval=true --yes`,
    "POST /collects/c-1/retask",
    { foundBy: "search", makes: "task" },
  ),
  {
    title: "api POST /orders",
    args: raw("POST", "/orders", { items: [{ collectionId: "coast", granuleId: "lisbon-1" }] }),
    request: "POST /orders",
    foundBy: "nothing",
    makes: "order",
  },
  {
    title: "api POST /task",
    args: raw("POST", "/task", approved),
    request: "POST /task",
    foundBy: "search",
    makes: "task",
  },
  {
    title: "api PATCH a status",
    args: raw("PATCH", "/task/t-1/status", { status: "approved" }),
    request: "PATCH /task/t-1/status",
    foundBy: "status",
    makes: "approval",
  },
  spender("task create", `task create ${TASK}`, "POST /task", {
    foundBy: "search",
    makes: "task",
    isFree: true,
  }),
];

export const isOf =
  ({ request }: Spender) =>
  ({ method, path }: Asked): boolean =>
    `${method} ${path}` === request;
