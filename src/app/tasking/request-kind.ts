/** The differences between tasks and repeat requests, in one place: endpoints, ids, estimates, decisions. */
import { objectOf } from "../../contract/json-object.ts";
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import type { DecisionReply } from "../../contract/replies.ts";
import type { Client } from "../../client/client.ts";
import type { SpendFacts, SpendGuard, SpendIntent } from "../../contract/spend.ts";
import { imageBound } from "../../domain/spending/image-bound.ts";
import { imagePrice, orderPrice, type Price } from "../../domain/spending/price.ts";
import { repeatDecision, taskDecision, type Decision } from "../../domain/tasking/decision-body.ts";
import type { AppContext } from "../context.ts";

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
  get(context: Connection, id: string, signal?: AbortSignal): Promise<RequestRecord>;
  /** Returns the decision in the journal's form. */
  intent(client: Client, id: string, decision: Decision): SpendIntent;
  /** `facts`: price and count for the journal, for an approval. */
  decide(
    context: Connection,
    decided: { id: string; decision: Decision } & SpendOptions,
  ): Promise<DecisionReply>;
  estimateOf: (record: RequestRecord) => Estimate;
  /** Returns the time after which nothing is collected for it. */
  endOf: (record: RequestRecord) => unknown;
}

type Connection = Pick<AppContext, "service">;

interface SpendOptions {
  facts?: SpendFacts;
  guard?: SpendGuard;
}

const signalled = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

const TASK_KIND: RequestKind = {
  noun: "task",
  title: "task",
  per: "",
  get: ({ service }, id, signal) =>
    service.client.getTask({
      params: { taskingrequestId: id },
      ...signalled(signal),
    }),
  intent: (client, id, decision) =>
    client.intent("setTaskStatus", { params: { taskingrequestId: id }, body: taskDecision(decision) }),
  decide: ({ service }, { id, decision, ...spending }) =>
    service.client.setTaskStatus({
      params: { taskingrequestId: id },
      body: taskDecision(decision),
      ...spending,
    }),
  estimateOf: ({ estimate: { isReady, price } }) => ({ isReady, price: orderPrice(price) }),
  endOf: ({ source }) => readField(source, "windowClose"),
};

const REPEAT_KIND: RequestKind = {
  noun: "repeat",
  title: "repeat request",
  per: " per image",
  get: ({ service }, id, signal) =>
    service.client.getRepeat({
      params: { repeatrequestId: id },
      ...signalled(signal),
    }),
  intent: (client, id, decision) =>
    client.intent("setRepeatStatus", { params: { repeatrequestId: id }, body: repeatDecision(decision) }),
  decide: ({ service }, { id, decision, ...spending }) =>
    service.client.setRepeatStatus({
      params: { repeatrequestId: id },
      body: repeatDecision(decision),
      ...spending,
    }),
  estimateOf: ({ estimate: { isReady, price }, source }) => ({
    isReady,
    price: imagePrice(price, imageBound(source)),
  }),
  endOf: ({ source }) => {
    const { repeatEnd, repetitionEnd } = objectOf(readField(source, "repetitionProperties"));
    return repeatEnd ?? repetitionEnd;
  },
};

export const REQUEST_KINDS: Readonly<Record<RequestNoun, RequestKind>> = {
  task: TASK_KIND,
  repeat: REPEAT_KIND,
};
