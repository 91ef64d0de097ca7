/** The differences between tasks and repeat requests: endpoints, ids, estimates, decisions. */
import type { AnyCall } from "../../client/build-request.ts";
import type { Dialect } from "../../contract/dialect.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import { readSeriesPrice, readTaskPrice, type Price } from "../../domain/price/price.ts";
import type { Decision } from "../../domain/tasking/request-states.ts";
import { makeRespeller, toWireConstraints, toWireRepeat } from "../../domain/wire-dialect.ts";
import { makeTaskNoter } from "../../money/commitments.ts";
import type { AppContext } from "../context.ts";
import type { RequestCall } from "./send-free.ts";

export type RequestNoun = "task" | "repeat";

/** One record, or several for several ids. */
export type Records = RequestRecord | readonly RequestRecord[];

export interface Estimate {
  isReady: boolean;
  /** Undefined until there is one. */
  price: Price | undefined;
}

export interface RequestKind {
  noun: RequestNoun;
  /** The name in sentences. */
  title: string;
  /** The unit of the price, in sentences. */
  per: string;
  /** The property of a body that contains the name. */
  nameKey: string;
  get: (context: AppContext, id: string, signal?: AbortSignal) => Promise<RequestRecord>;
  /** Returns the request that creates one. `body` is in the interface's spelling. */
  creation: (body: object, dialect: Dialect) => RequestCall & { endpoint: "createTask" | "createRepeat" };
  decision: (id: string, decision: Decision) => RequestCall;
  cancellation: (id: string, dialect: Dialect) => RequestCall;
  estimateOf: (record: RequestRecord) => Estimate;
  /** Returns the time after which nothing is collected for it. */
  endOf: (record: RequestRecord) => unknown;
}

/** Returns the arguments of a request whose body is in the forms of the dialect, and in others if those are refused. */
export const toWireCall = <B>(
  toWire: (forms: Dialect) => B,
  dialect: Dialect,
): Pick<AnyCall, "respell"> & { body: B } => ({
  body: toWire(dialect),
  respell: makeRespeller(toWire, dialect),
});

const TASK_KIND: RequestKind = {
  noun: "task",
  title: "task",
  per: "",
  nameKey: "taskingrequestName",
  get: async (context, id, signal) => {
    const task = await context.service.client.getTask({ params: { taskingrequestId: id }, signal });
    await makeTaskNoter(context)([task]);
    return task;
  },
  creation: (body, dialect) => ({
    endpoint: "createTask",
    call: toWireCall((forms) => toWireConstraints(body, forms), dialect),
  }),
  decision: (id, decision) => ({
    endpoint: "setTaskStatus",
    call: {
      params: { taskingrequestId: id },
      body: { status: decision === "approve" ? "approved" : "rejected" },
    },
  }),
  // Spec silent: path and body of a cancellation. We send PATCH with the state `canceled` to the status of the request,
  // as field `status` of a task and `code` of a repeat request.
  cancellation: (id, dialect) => ({
    endpoint: "setTaskStatus",
    call: {
      params: { taskingrequestId: id },
      body: { [dialect["cancel.taskField"]]: dialect["cancel.word"] },
    },
  }),
  estimateOf: (record) => ({ isReady: record.estimate.isReady, price: readTaskPrice(record) }),
  endOf: ({ source }) => readField(source, "windowClose"),
};

const REPEAT_KIND: RequestKind = {
  noun: "repeat",
  title: "repeat request",
  per: " per image",
  nameKey: "repeatRequestName",
  get: ({ service }, id, signal) => service.client.getRepeat({ params: { repeatrequestId: id }, signal }),
  creation: (body, dialect) => ({
    endpoint: "createRepeat",
    call: toWireCall((forms) => toWireRepeat(body, forms), dialect),
  }),
  decision: (id, decision) => ({
    endpoint: "setRepeatStatus",
    call: {
      params: { repeatrequestId: id },
      body: { code: decision === "approve" ? "submitted" : "rejected" },
    },
  }),
  cancellation: (id, dialect) => ({
    endpoint: "setRepeatStatus",
    call: {
      params: { repeatrequestId: id },
      body: { [dialect["cancel.repeatField"]]: dialect["cancel.word"] },
    },
  }),
  estimateOf: (record) => ({ isReady: record.estimate.isReady, price: readSeriesPrice(record) }),
  endOf: ({ source }) => {
    const { repeatEnd, repetitionEnd } = toJsonObject(readField(source, "repetitionProperties"));
    return repeatEnd ?? repetitionEnd;
  },
};

export const REQUEST_KINDS: Readonly<Record<RequestNoun, RequestKind>> = {
  task: TASK_KIND,
  repeat: REPEAT_KIND,
};

/** Returns `Task`, `Repeat request`. */
export const capitaliseTitle = ({ title }: Pick<RequestKind, "title">): string =>
  title.slice(0, 1).toUpperCase() + title.slice(1);
