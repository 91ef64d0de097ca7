/** A correct service except for the one request that costs money, which a row of the matrix handles. */
import type { Asked, Misbehave } from "./hostile-server.ts";
import { json, say, type Reply } from "./reply.ts";
import { isOf, ORIGINAL, type Spender } from "./spenders.ts";

export interface SpendingService {
  /** The handler of the request that costs money. */
  serve: Misbehave;
  /** Its effects: ids of created records, in order. */
  made: string[];
}

const PLACE = { type: "Point", coordinates: [177.99, -16.85] };

const ESTIMATE = {
  transactionStatus: "completed",
  order: { summary: { total: "$10.00" } },
  costPerImageEstimate: "$10.00",
};

/**
 * The first request that costs money gets `atSpend`; later ones are answered correctly. `takes`: it is carried out before its
 * answer fails; else it never reaches the service.
 */
export function spendingService(spender: Spender, atSpend: Misbehave, takes: boolean): SpendingService {
  const isMeant = isOf(spender);
  const good = goodReply(spender);
  const made: string[] = [];
  const records: object[] = [];
  const serve: Misbehave = (socket, asked, count) => {
    if (!isMeant(asked)) return say(read(asked, made.length > 0, records))(socket, asked, count);
    if (takes || count > 1) {
      const id = idOf(spender, made.length + 1);
      made.push(id);
      records.push(recordOf(spender, asked, id));
    }
    (count > 1 ? good : atSpend)(socket, asked, count);
  };
  return { serve, made };
}

const idOf = ({ makes, request }: Spender, serial: number): string =>
  makes === "approval" ? request.split("/").at(-2)! : `${makes[0]}-new-${serial}`;

/** The answer that should have arrived. */
export const goodReply = (spender: Spender): Misbehave => {
  let serial = 0;
  return (socket, asked, count) => {
    const id = idOf(spender, (serial += 1));
    say(json(spender.makes === "order" ? { orderId: id } : recordOf(spender, asked, id), 201))(
      socket,
      asked,
      count,
    );
  };
};

const SUFFIX: readonly (readonly [RegExp, string])[] = [
  [/^\/task\/(.*)\/retask$/, "TRID"],
  [/^\/repeat-request\/(.*)\/retask$/, "RRID"],
  [/^\/collects\/(.*)\/retask$/, "CID"],
];

/** The sent properties come back with those of the service; a retask's description ends in the id of its original. */
export function recordOf({ makes }: Spender, { path, body }: Asked, id: string): object {
  if (makes === "approval")
    return {
      properties: {
        [`${path.startsWith("/task") ? "tasking" : "repeat"}requestId`]: id,
        lastStatusCode: "submitted",
      },
    };
  const sent = JSON.parse(body || "{}") as { properties?: Record<string, unknown> };
  const { retaskRequestName, retaskRequestDescription, ...properties } = sent.properties ?? {};
  const noun = makes === "repeat" ? "repeat" : "tasking";
  const copied = SUFFIX.map(([pattern, word]) => [pattern.exec(path)?.[1], word]).find(
    ([from]) => from !== undefined,
  );
  return {
    ...sent,
    ...(copied !== undefined && { geometry: PLACE }),
    properties: {
      ...properties,
      ...(copied !== undefined && {
        [`${noun}requestName`]: retaskRequestName,
        [`${noun}requestDescription`]: `${(retaskRequestDescription as string | undefined) ?? "old"} - ${copied[1]}: ${copied[0]}`,
      }),
      [`${noun}requestId`]: id,
      submissionTime: new Date().toISOString(),
      lastStatusCode: "received",
    },
  };
}

function read({ method, path }: Asked, isDone: boolean, records: readonly object[]): Reply {
  if (path === "/orders/review") return json({ authorized: true, totalCost: "$10.00", orderDetails: [] });
  if (path.endsWith("/search")) return json({ results: records, totalPages: 1 });
  const found = method === "GET" ? /^\/(task|repeat-requests)\/([^/]+)$/.exec(path) : null;
  if (found === null) return json({ message: "no such thing" }, 404);
  const [, noun, id] = found;
  return json({
    type: "Feature",
    geometry: PLACE,
    properties: {
      [noun === "task" ? "taskingrequestId" : "repeatrequestId"]: id,
      lastStatusCode: isDone ? "submitted" : "review",
      preApproval: id === ORIGINAL,
      ...ESTIMATE,
    },
  });
}
