/**
 * Compares created records with what was asked for, before anybody approves their price. The requests exist by then: a difference is
 * a warning, or with `isStrict` the error of the run after its result.
 */
import { countText, firstTexts } from "../../counted.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import {
  compareWithRecord,
  differenceText,
  type AskedRequest,
  type Difference,
} from "../../domain/tasking/compare-with-record.ts";
import { AppError, type Fault } from "../../errors.ts";
import { groupBy } from "../../group-by.ts";
import type { NextStep } from "../../next-step.ts";
import type { AppContext } from "../context.ts";
import { REQUEST_KINDS } from "./request-kind.ts";

type Checking = Pick<AppContext, "service" | "events">;

/** A record with the values that differ from those that were asked for; absent for none. */
export type MadeRecord = RequestRecord & { differences?: readonly Difference[] };

/** A created request. */
export interface Made {
  noun: AskedRequest["noun"];
  record: MadeRecord;
  /** The reason why its record could not be compared. */
  unseen?: string;
}

/**
 * Compares a record with the request. `mayRead`: a record that lacks values is read once, because a response may be shorter than the
 * record.
 */
export async function compareMade(
  { service }: Pick<Checking, "service">,
  asked: AskedRequest,
  record: RequestRecord,
  { mayRead }: { mayRead: boolean },
): Promise<Made> {
  const { noun } = asked;
  const { id } = record;
  let { differences, missing, isBlank } = compareWithRecord(asked, record.source);
  let [whole, unseen] = [record, isBlank ? "the response has none of its values" : undefined];
  if (mayRead && id !== undefined && missing.length > 0) {
    try {
      whole = await REQUEST_KINDS[noun].get({ service }, id);
      ({ differences } = compareWithRecord(asked, whole.source));
      unseen = undefined;
    } catch (error) {
      // The request exists, whatever became of its reading.
      if (!(error instanceof AppError)) throw error;
      unseen &&= error.message;
    }
  }
  if (unseen !== undefined) return { noun, record, unseen };
  return { noun, record: differences.length === 0 ? whole : { ...whole, differences } };
}

const MAX_LISTED = 12;

/** Warns about a created request that differs from what was asked for. Returns false if the run ends with that as its error. */
export function reportMade({ events }: Pick<Checking, "events">, made: Made, isStrict: boolean): boolean {
  const { record, unseen } = made;
  const { differences = [] } = record;
  if (unseen === undefined && differences.length === 0) return true;
  if (isStrict) {
    events.failed(madeDifferently([made]));
    return false;
  }
  if (unseen === undefined) {
    const texts = firstTexts(differences.map(differenceText), MAX_LISTED);
    events.warn(`${titleOf(made)} differs from what was asked: ${texts.join("; ")}`, nextStep(made));
  } else {
    events.note(`${titleOf(made)} could not be compared with what was asked: ${unseen}`, seeState(made));
  }
  return true;
}

const MAX_NAMED = 3;

/** Like `reportMade` for many requests: one warning for each field. */
export function reportAllMade(
  { events }: Pick<Checking, "events">,
  all: readonly Made[],
  isStrict: boolean,
): boolean {
  const unlike = all.filter(({ record, unseen }) => unseen !== undefined || record.differences !== undefined);
  if (unlike.length === 0) return true;
  if (isStrict) {
    events.failed(madeDifferently(unlike, all.length));
    return false;
  }
  const found = unlike.flatMap(({ record: { id = "", differences = [] } }) =>
    differences.map((one) => ({ id, one })),
  );
  for (const [member, ofMember] of groupBy(found, ({ one }) => one.member)) {
    const texts = firstTexts(
      ofMember.map(({ id, one }) => `${id}: ${differenceText(one)}`),
      MAX_NAMED,
    );
    const count = `${countText(ofMember.length, "request")} of ${all.length}`;
    events.warn(`${member} of ${count} differs from what was asked: ${texts.join("; ")}`);
  }
  const unseen = all.filter((made) => made.unseen !== undefined);
  if (unseen.length > 0)
    events.note(
      `${countText(unseen.length, "request")} could not be compared with what was asked: ${unseen[0]!.unseen}`,
    );
  return true;
}

const titleOf = ({ noun, record: { id = "" } }: Made): string => `${REQUEST_KINDS[noun].title} ${id}`;

/** Returns the error of a strict run whose requests exist and differ from what was asked for. */
function madeDifferently(unlike: readonly Made[], count = unlike.length): AppError {
  const issues = unlike.flatMap((made): Fault[] => {
    const fault = { code: "MADE_DIFFERENTLY", path: "", value: made.record.id } as const;
    if (made.unseen !== undefined)
      return [
        {
          ...fault,
          message: `${titleOf(made)} was created and could not be compared with what was asked: ${made.unseen}`,
        },
      ];
    const { differences = [] } = made.record;
    return differences.map((one) => ({
      ...fault,
      path: one.member,
      value: one.made,
      message: `${titleOf(made)} was created and differs from what was asked: ${differenceText(one)}`,
    }));
  });
  const [first] = unlike;
  const message =
    issues.length === 1
      ? issues[0]!.message
      : `${unlike.length} of ${countText(count, "created request")} ${unlike.length === 1 ? "differs" : "differ"} from what was asked`;
  return new AppError("service", "MADE_DIFFERENTLY", message, {
    issues,
    ...(unlike.length === 1 && { next: nextStep(first!) }),
    data: { ids: unlike.map(({ record: { id } }) => id) },
  });
}

const seeState = ({ noun, record: { id = "" } }: Made): NextStep => ({ do: "seeState", noun, id });

/** A request that waits for its approval can be rejected. */
const nextStep = (made: Made): NextStep =>
  made.record.preApproval === true
    ? seeState(made)
    : { do: "rejectMade", noun: made.noun, id: made.record.id ?? "" };
