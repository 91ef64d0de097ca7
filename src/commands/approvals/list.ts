/** `swath approvals`: the waiting requests, and on a terminal the choice of a decision. */
import { Option } from "@commander-js/extra-typings";
import type { Waiting } from "../../app/tasking/approvals.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import type { Context } from "../../cli/context.ts";
import { listView } from "../../cli/output/view.ts";
import { addMapFlags, type MapOptions } from "../../cli/flags/map-flags.ts";
import { computeCommitment, formatCommittedColumn, formatEach } from "../../domain/price/price.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { makeShortener } from "../../domain/short-ids.ts";
import type { Column } from "../../render/column.ts";
import { makeAmountColumns, makeCommittedColumn, toMapPrice } from "../amount-columns.ts";
import { addSaveFlags } from "../../cli/flags/save-flags.ts";
import { makeQuoteSaver } from "../save-quote.ts";
import { isTableForPeople, choosePresentation, chooseWidth } from "../../cli/output/presentation.ts";
import { measureWidth, truncate } from "../../render/width.ts";
import { makeContradiction, refuse } from "../../cli/input/usage.ts";
import type { Decision } from "../../domain/tasking/request-states.ts";

const WHAT =
  "Tasks and repeat requests in review, found with one search each, newest first. A repeat request counts with the price of " +
  "an image times their number. Closed requests, whose window is over, are listed with --closed only. ";

const closedFlag = () => new Option("--closed", "list the closed requests, to reject them");

/** A request with its short id. */
interface Listed extends Waiting {
  shortId: string;
}

const formatPriceOfOne = ({ price, row }: Listed): string =>
  price === undefined ? row.priceText : formatEach(price);

const ID: Column<Listed> = { key: "id", header: "ID", value: ({ row }) => row.id, fixed: true };
const NAME: Column<Listed> = { key: "name", header: "NAME", value: ({ row }) => row.name };
const KIND: Column<Listed> = { key: "kind", header: "KIND", value: ({ row }) => row.kind };
const SIZE: Column<Listed> = { key: "size", header: "SIZE", value: ({ row }) => row.size, align: "right" };
const PLACE: Column<Listed> = { key: "place", header: "PLACE", value: ({ row }) => row.place };
const WINDOW: Column<Listed> = { key: "window", header: "WINDOW", value: ({ row }) => row.window };
const TYPE: Column<Listed> = { key: "type", header: "TYPE", value: ({ row }) => row.type };
const TIER: Column<Listed> = { key: "tier", header: "TIER", value: ({ row }) => row.tier };
const EACH: Column<Listed> = { key: "each", header: "PRICE", value: formatPriceOfOne, align: "right" };
const COMMITTED = makeCommittedColumn<Listed>(({ price }) => price);

const makeWide = (column: Column<Listed>): Column<Listed> => ({ ...column, wide: true });

/** Columns by which a person recognises a request and judges its price; the other columns are dropped first. */
const PEOPLE_COLUMNS: readonly Column<Listed>[] = [
  { ...ID, value: ({ shortId }) => shortId },
  NAME,
  makeWide(KIND),
  { ...PLACE, value: ({ row }) => row.place?.replace(/^near /, "") },
  ...[WINDOW, SIZE, TYPE, TIER].map(makeWide),
  EACH,
  {
    ...COMMITTED,
    value: (one) =>
      formatCommittedColumn(one.price) === formatPriceOfOne(one)
        ? undefined
        : formatCommittedColumn(one.price),
  },
];

const view = listView<Listed, readonly Listed[]>({
  columns: [
    ID,
    NAME,
    KIND,
    SIZE,
    PLACE,
    WINDOW,
    TYPE,
    TIER,
    { key: "priceText", header: "PRICE", value: ({ row }) => row.priceText },
    { ...EACH, only: "named" },
    { ...COMMITTED, only: "named" },
    ...makeAmountColumns<Listed>("commitment", ({ row }) => row.commitment),
  ],
  people: PEOPLE_COLUMNS,
  rowSource: ({ row }) => row,
  id: ({ row }) => row.id,
  map: {
    part: ({ row, record, price }) => ({
      geometry: record.geometry as unknown as Geometry,
      time: row.submitted,
      price: toMapPrice(row.commitment, computeCommitment(price)),
    }),
    colourBy: "kind",
    ofIds: ["approvals", "approve"],
  },
  empty: "Nothing waits for approval",
});

const closedView: typeof view = {
  ...view,
  ...(view.map && { map: { ...view.map, ofIds: ["approvals", "reject"] } }),
  empty: "No request is closed",
};

export const list = defineCommand({
  name: "list",
  summary: "List the requests that wait for approval of their price",
  description: WHAT,
  examples: [
    "swath approvals list",
    "swath approvals list --output id | swath approvals approve - --max-cost 5000 --yes",
    "swath approvals list --save quote.json",
    "swath approvals list --closed",
  ],
  syntax: (command) => addMapFlags(addSaveFlags(command)).addOption(closedFlag()),
  run: async (context, options) => {
    refuse([
      options.closed === true && options.save !== undefined && makeContradiction("--closed", "--save"),
    ]);
    const save = makeQuoteSaver(context, options);
    const { selectApprovable } = await import("../../app/tasking/approvals.ts");
    const waiting = await readWaiting(context, options);
    if (save !== undefined) {
      const approve = (await selectApprovable(context, waiting)).map(({ row, record }) => ({
        noun: row.kind,
        id: row.id,
        record,
      }));
      if (approve.length > 0) await save({ approve });
      else context.events.warn("no request can be approved now, so no quote was saved");
    }
    return showWaiting(context, waiting);
  },
  view,
  viewFor: ({ closed }) => (closed === true ? closedView : undefined),
});

export const approvals = defineCommand({
  name: "approvals",
  summary: "List, approve and reject requests that wait for approval",
  description: `${WHAT}On a terminal, requests can be ticked with Space, then approved or rejected with one confirmation of the sum.`,
  examples: [
    "swath approvals",
    "swath approvals --json",
    "swath approvals approve --all --max-cost 5000 --yes",
    "swath approvals reject --closed --yes",
  ],
  syntax: (command) => addMapFlags(command).addOption(closedFlag()),
  run: async (context, options) => {
    const waiting = await readWaiting(context, options);
    if (waiting.length === 0 || !canChoose(context, options)) return showWaiting(context, waiting);
    const decided = await decideSome(context, waiting, options.closed === true ? ["reject"] : DECISIONS);
    return showWaiting(
      context,
      waiting.filter(({ row }) => !decided.has(row.id)),
    );
  },
  view,
  viewFor: ({ closed }) => (closed === true ? closedView : undefined),
});

const DECISIONS = ["approve", "reject"] as const;

/** Reads the requests in review whose window is not over, or with `closed` the others. */
async function readWaiting(
  context: Context,
  { closed: isOfClosed, save }: { closed?: true; save?: unknown },
): Promise<Waiting[]> {
  const { listInReview, listReadable, noteClosed, splitClosed } =
    await import("../../app/tasking/approvals.ts");
  // A quote of all requests has all of them.
  const waiting = await (save === undefined ? listReadable(context) : listInReview(context));
  const { open, closed } = splitClosed(waiting);
  if (isOfClosed === true) return closed;
  noteClosed(context, closed);
  return open;
}

/** Returns the waiting requests as rows, and notes their sum. */
async function showWaiting(context: Context, waiting: readonly Waiting[]): Promise<readonly Listed[]> {
  const { formatSum } = await import("../../app/tasking/approvals.ts");
  if (waiting.some(({ isClosed }) => !isClosed))
    context.notes.note(`Sum: ${formatSum(waiting, context.dialect["currency.$"])}`);
  const shortOf = makeShortener(waiting.map(({ row }) => row.id));
  return waiting.map((one) => ({ ...one, shortId: shortOf(one.row.id) }));
}

/** Returns whether to ask. A person who requested a list, in a format or on a map, is not asked; an incomplete list is only shown. */
const canChoose = (context: Context, { map, open }: MapOptions): boolean =>
  context.consent.canAsk &&
  context.outcome.failure === undefined &&
  !context.service.isDryRun &&
  map === undefined &&
  open === undefined &&
  context.options.output === undefined &&
  context.options.yes !== true &&
  isTableForPeople(choosePresentation(context));

/** Asks for the requests, the decision and a confirmation; returns the decided ids. */
async function decideSome(
  context: Context,
  waiting: readonly Waiting[],
  decisions: readonly Decision[],
): Promise<ReadonlySet<string>> {
  const { notes } = context;
  const chosen = await askRequests(context, waiting, `Choose the requests to ${decisions.join(" or ")}`);
  if (chosen.length === 0) {
    notes.note("Nothing was ticked, and nothing was sent");
    return new Set();
  }
  const decision = await askDecision(context, chosen, decisions);
  if (decision !== "approve" && decision !== "reject") return new Set();
  const subjects = chosen.map(({ row, record }) => ({ noun: row.kind, id: row.id, record }));
  const [{ approveRequests }, { rejectRequests }] = await Promise.all([
    import("../../app/tasking/approve-requests.ts"),
    import("../../app/tasking/reject-requests.ts"),
  ]);
  const rows = await (decision === "approve"
    ? approveRequests(context, subjects, {})
    : rejectRequests(context, subjects));
  for (const { id, outcome, status } of rows)
    notes.note(`${id} ${outcome}${status === undefined ? "" : ` (${status})`}`);
  return new Set(rows.flatMap(({ id, outcome }) => (outcome === "failed" ? [] : [id])));
}

/** Asks for the requests to decide on, with the sum of the ticked ones below the list. */
async function askRequests(
  context: Context,
  waiting: readonly Waiting[],
  question: string,
): Promise<readonly Waiting[]> {
  const [{ askSearchMany }, { findChoices }, { formatSum }, { noteIfInterrupted }, { formatLabel }] =
    await Promise.all([
      import("../../cli/input/prompt.ts"),
      import("../../cli/input/find-choices.ts"),
      import("../../app/tasking/approvals.ts"),
      import("../../money/consent.ts"),
      import("../../app/tasking/request-line.ts"),
    ]);
  const choices = waiting.map((one) => {
    const { id, name } = one.row;
    const choice = { value: id, name: formatChoice(context, one), short: formatLabel(name, id) };
    return { choice, text: `${choice.name} ${one.line} ${id}` };
  });
  const describeTicked = (ticked: readonly string[]): string => {
    const count = `${ticked.length} of ${waiting.length} ticked`;
    if (ticked.length === 0) return count;
    const some = waiting.filter(({ row }) => ticked.includes(row.id));
    return `${count}, ${formatSum(some, context.dialect["currency.$"])}`;
  };
  const ids = await noteIfInterrupted(
    context,
    askSearchMany(context.world, question, findChoices(choices), describeTicked),
    "Nothing was sent",
  );
  return waiting.filter(({ row }) => ids.includes(row.id));
}

async function askDecision(
  context: Context,
  chosen: readonly Waiting[],
  decisions: readonly Decision[],
): Promise<string> {
  const [{ askChoice }, { formatSum }, { noteIfInterrupted }] = await Promise.all([
    import("../../cli/input/prompt.ts"),
    import("../../app/tasking/approvals.ts"),
    import("../../money/consent.ts"),
  ]);
  const sum = formatSum(chosen, context.dialect["currency.$"]);
  return noteIfInterrupted(
    context,
    askChoice(context.world, `${chosen.length} ticked, ${sum}:`, [
      ...decisions.map((value) => ({ value })),
      { value: "leave", name: "leave as they are" },
    ]),
    "Nothing was sent",
  );
}

/** Width of the pointer, the mark before a choice, and a blank at the end. */
const MARKS = 7;
const GAP = 2;

/** Returns one request in one line of the terminal, with its commitment; a long text is cut before the commitment. */
function formatChoice({ world }: Context, { line, row, price }: Waiting): string {
  const committed = formatCommittedColumn(price) ?? row.priceText;
  const room = chooseWidth(world.stderr, world.env["COLUMNS"]) - MARKS - GAP - measureWidth(committed);
  return `${truncate(line, Math.max(room, MARKS))}${" ".repeat(GAP)}${committed}`;
}
