/**
 * Compares created records with what was asked for, before anybody approves their price. The requests exist by then: a difference is
 * a warning, or with `isStrict` the error of the run after its result.
 */
import { countText, firstTexts } from "../../counted.ts";
import { getEndpoint, readPathId } from "../../contract/endpoints.ts";
import { isSameId } from "../../contract/id-key.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import {
  compareWithRecord,
  formatDifference,
  type AskedRequest,
  type Difference,
  type RecordComparison,
} from "../../domain/tasking/compare-with-record.ts";
import { REVIEW } from "../../domain/tasking/request-states.ts";
import { AppError, type Fault } from "../../errors.ts";
import type { IntentRecord } from "../../money/record.ts";
import { isApproval } from "../../money/purchase.ts";
import type { DialectLearner } from "../../settings/dialect-learner.ts";
import type { AppContext } from "../context.ts";
import { REQUEST_KINDS } from "./request-kind.ts";
import { advice, swath, type Hint } from "../../hint.ts";

/** A record with the values that differ from those that were asked for; absent for none. */
export type MadeRecord = RequestRecord & { differences?: readonly Difference[] };

/** A created request. */
export interface Made {
  noun: AskedRequest["noun"];
  record: MadeRecord;
  /** The reason why its record could not be compared. */
  unseen?: string;
  /** The form in which the service probably reads what it did not. */
  form?: OtherForm;
}

/** "learned": the service has shown its own form, which is sent from now on. */
type OtherForm = "learned" | { key: "retaskEnvelope" | "repeatNameCasing"; value: string };

/**
 * Compares a record with the request. `mayRead`: a record that lacks values is read once, because a response may be shorter than the
 * record.
 */
export async function compareMade(
  context: AppContext,
  asked: AskedRequest,
  record: RequestRecord,
  { mayRead }: { mayRead: boolean },
): Promise<Made> {
  const { noun } = asked;
  const { id } = record;
  const { missing, isBlank, ...compared } = compareWithRecord(asked, record.source);
  let { differences, otherForm } = compared;
  let [whole, unseen] = [record, isBlank ? "the response has none of its values" : undefined];
  if (mayRead && id !== undefined && missing.length > 0) {
    try {
      whole = await REQUEST_KINDS[noun].get(context, id);
      ({ differences, otherForm } = compareWithRecord(asked, whole.source));
      unseen = undefined;
    } catch (error) {
      // The request exists, whatever became of its reading.
      if (!(error instanceof AppError)) throw error;
      unseen &&= error.message;
    }
  }
  if (unseen !== undefined) return { noun, record, unseen };
  const form = otherForm && chooseForm(otherForm, context.service.learner);
  return {
    noun,
    record: differences.length === 0 ? whole : { ...whole, differences },
    ...(form !== undefined && { form }),
  };
}

/** Returns the form to try, which may have been learned from the record itself; undefined if none is left. */
function chooseForm(
  key: NonNullable<RecordComparison["otherForm"]>,
  learner: Pick<DialectLearner, "dialect" | "isNew">,
): OtherForm | undefined {
  const { dialect } = learner;
  if (key === "retaskEnvelope") return { key, value: dialect[key] === "flat" ? "feature" : "flat" };
  if (learner.isNew(key)) return "learned";
  if (key !== "repeatNameCasing" || dialect[key] === "both") return undefined;
  return { key, value: dialect[key] === "repeatRequestName" ? "repeatrequestName" : "repeatRequestName" };
}

const MAX_LISTED = 12;

/** Warns about a created request that differs from what was asked for. Returns false if the run ends with that as its error. */
export function reportMade({ events }: AppContext, made: Made, isStrict: boolean): boolean {
  const { record, unseen } = made;
  const { differences = [] } = record;
  if (unseen === undefined && differences.length === 0) return true;
  if (isStrict) {
    events.failed(createDifferenceError([made]));
    return false;
  }
  if (unseen === undefined) {
    const texts = firstTexts(differences.map(formatDifference), MAX_LISTED);
    events.warn(`${nameRequest(made)} differs from what was asked: ${texts.join("; ")}`, suggestNext(made));
  } else {
    events.note(
      `${nameRequest(made)} could not be compared with what was asked: ${unseen}`,
      suggestReading(made),
    );
  }
  return true;
}

const MAX_NAMED = 3;

/** Like `reportMade` for many requests: one warning for each field. */
export function reportAllMade({ events }: AppContext, all: readonly Made[], isStrict: boolean): boolean {
  const unlike = all.filter(({ record, unseen }) => unseen !== undefined || record.differences !== undefined);
  if (unlike.length === 0) return true;
  if (isStrict) {
    events.failed(createDifferenceError(unlike, all.length));
    return false;
  }
  const found = unlike.flatMap(({ record: { id = "", differences = [] } }) =>
    differences.map((one) => ({ id, one })),
  );
  const groups = [...Map.groupBy(found, ({ one }) => one.member)];
  for (const [at, [member, ofMember]] of groups.entries()) {
    const texts = firstTexts(
      ofMember.map(({ id, one }) => `${id}: ${formatDifference(one)}`),
      MAX_NAMED,
    );
    const count = `${countText(ofMember.length, "request")} of ${all.length}`;
    const next = at === groups.length - 1 ? suggestForm(unlike) : undefined;
    events.warn(`${member} of ${count} differs from what was asked: ${texts.join("; ")}`, next);
  }
  const unseen = all.filter((made) => made.unseen !== undefined);
  if (unseen.length > 0)
    events.note(
      `${countText(unseen.length, "request")} could not be compared with what was asked: ${unseen[0]!.unseen}`,
    );
  return true;
}

const nameRequest = ({ noun, record: { id = "" } }: Made): string => `${REQUEST_KINDS[noun].title} ${id}`;

/** Returns the error of a strict run whose requests exist and differ from what was asked for. */
function createDifferenceError(unlike: readonly Made[], count = unlike.length): AppError {
  const issues = unlike.flatMap((made): Fault[] => {
    const fault = { code: "MADE_DIFFERENTLY", path: "", value: made.record.id } as const;
    if (made.unseen !== undefined)
      return [
        {
          ...fault,
          message: `${nameRequest(made)} was created and could not be compared with what was asked: ${made.unseen}`,
        },
      ];
    const { differences = [] } = made.record;
    return differences.map((one) => ({
      ...fault,
      path: one.member,
      value: one.made,
      message: `${nameRequest(made)} was created and differs from what was asked: ${formatDifference(one)}`,
    }));
  });
  const [first] = unlike;
  const message =
    issues.length === 1
      ? issues[0]!.message
      : count === 1
        ? `${nameRequest(first!)} was created and differs from what was asked in ${issues.length} fields`
        : `${unlike.length} of ${countText(count, "created request")} ${unlike.length === 1 ? "differs" : "differ"} from what was asked`;
  return new AppError("service", "MADE_DIFFERENTLY", message, {
    issues,
    ...(unlike.length === 1 && { next: suggestNext(first!) }),
    data: { ids: unlike.map(({ record: { id } }) => id) },
  });
}

const suggestReading = ({ noun, record: { id = "" } }: Made): Hint =>
  advice`See its state: ${swath`${noun} get ${id}`}`;

/** Returns the form to try, if the service may read another one; else the end of the request. */
const suggestNext = (made: Made): Hint => suggestForm([made]) ?? suggestEnd(made);

function suggestEnd({ noun, record }: Made): Hint {
  const end = chooseEnd(record);
  return advice`If that is not wanted, ${end} it: ${swath`${noun} ${end} ${record.id ?? ""}`}`;
}

/** A request is rejected while it waits for its approval. In every other state it can only be cancelled. */
const chooseEnd = ({ status, preApproval }: RequestRecord): "reject" | "cancel" =>
  status === REVIEW && preApproval !== true ? "reject" : "cancel";

/** Returns the step for requests that the service would read in another form; undefined without one. */
function suggestForm(all: readonly Made[]): Hint | undefined {
  const unread = all.filter(({ form, record }) => form !== undefined && record.preApproval !== true);
  const [first] = unread;
  if (first?.form === undefined) return undefined;
  const { noun, form } = first;
  const ids = unread.map(({ record: { id = "" } }) => id);
  const isInReview = unread.every(({ record }) => chooseEnd(record) === "reject");
  const end = isInReview ? "reject" : "cancel";
  const them = ids.length === 1 ? "it" : "them";
  const begin = advice`${end} ${them} (${swath`${noun} ${end} ${ids}`})`;
  if (form === "learned")
    return advice`The service's spelling is known now: ${begin}, and create ${them} again`;
  const { key, value } = form;
  const change = swath`config set ${`dialect.${key}`} ${value}`;
  return advice`The service may read another form: ${begin}, and try that: ${change}`;
}

/** Compares requests with what this machine asked for when it created them, and warns of a difference before a price is accepted. */
export async function warnOfCreation(
  context: AppContext,
  requests: readonly { noun: AskedRequest["noun"]; record: RequestRecord }[],
): Promise<void> {
  const { service } = context;
  const journal = await service.journal();
  const { origin } = await service.connect();
  const rows = await journal.listNamed(...requests.flatMap(({ record: { id } }) => id ?? []));
  const all: Made[] = [];
  for (const { noun, record } of requests) {
    const row = rows.find(
      (one) =>
        record.id !== undefined &&
        isSameId(one.resultId, record.id) &&
        one.origin === origin &&
        !isApproval(one),
    );
    const intent = row && (await journal.record(row.id));
    const asked = intent && readAsked(noun, intent);
    const differences = asked === undefined ? [] : compareWithRecord(asked, record.source).differences;
    all.push({ noun, record: differences.length === 0 ? record : { ...record, differences } });
  }
  if (all.length === 1) reportMade(context, all[0]!, false);
  else reportAllMade(context, all, false);
}

/** Returns what a recorded creation asked for; undefined for a record without it. */
function readAsked(noun: AskedRequest["noun"], { kind, path, body }: IntentRecord): AskedRequest | undefined {
  const subject = getEndpoint(kind).journal?.copies;
  const isCreation = subject !== undefined || kind === "createTask" || kind === "createRepeat";
  if (!isCreation || !isJsonObject(body)) return undefined;
  return { noun, body, ...(subject !== undefined && { copyOf: { subject, id: readPathId(path) } }) };
}
