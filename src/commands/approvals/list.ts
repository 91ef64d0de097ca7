/** `swath approvals`: what waits, and on a terminal the choice of what to do with it. */
import type { Waiting } from "../../app/tasking/approvals.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import type { Context } from "../../cli/context.ts";
import { listView, type View } from "../../cli/output/view.ts";
import { mapFlag, openFlag, type MapOptions } from "../../cli/flags/map-flags.ts";
import { commitmentOf, committedText, eachText } from "../../domain/spending/price.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { shortForms } from "../../domain/short-ids.ts";
import { columnOf, type Column } from "../../render/column.ts";
import { amountColumns, committedColumn, writtenAmount } from "../amount-columns.ts";

const WHAT =
  "Tasks and repeat requests in review, found with one search each, newest first. A repeat request counts with the price of " +
  "an image times their number. ";

const PLAIN: readonly Column<Waiting>[] = [
  { key: "id", header: "ID", value: ({ row }) => row.id, fixed: true },
  { key: "name", header: "NAME", value: ({ row }) => row.name },
  { key: "kind", header: "KIND", value: ({ row }) => row.kind, wide: true },
  { key: "size", header: "SIZE", value: ({ row }) => row.size, align: "right", wide: true },
  { key: "place", header: "PLACE", value: ({ row }) => row.place, wide: true },
  { key: "window", header: "WINDOW", value: ({ row }) => row.window, wide: true },
  { key: "type", header: "TYPE", value: ({ row }) => row.type, wide: true },
  { key: "tier", header: "TIER", value: ({ row }) => row.tier, wide: true },
  { key: "priceText", header: "PRICE", value: ({ row }) => row.priceText, sheet: true },
];

const eachOf = ({ price, row }: Waiting): string => (price === undefined ? row.priceText : eachText(price));

const COLUMNS: readonly Column<Waiting>[] = [
  ...PLAIN,
  {
    key: "each",
    header: "PRICE",
    value: eachOf,
    align: "right",
    screen: true,
  },
  committedColumn<Waiting>(({ price }) => price),
  ...amountColumns<Waiting>("commitment", ({ row }) => row.commitment),
];

/** A row on a terminal. */
interface Listed {
  waiting: Waiting;
  /** The beginning of the id, by which commands find it. */
  shortId: string;
}

const plain = (key: string): Column<Listed> =>
  columnOf(
    PLAIN.find((column) => column.key === key)!,
    ({ waiting }: Listed) => waiting,
  );

/** What a person needs to recognise a request and to judge its price stays; the rest goes from the right. */
const SCREEN_COLUMNS: readonly Column<Listed>[] = [
  { ...plain("id"), short: ({ shortId }) => shortId },
  plain("name"),
  plain("kind"),
  { ...plain("place"), wide: false, short: ({ waiting: { row } }) => row.place?.replace(/^near /, "") },
  plain("window"),
  plain("size"),
  plain("type"),
  plain("tier"),
  { key: "each", header: "PRICE", value: ({ waiting }) => eachOf(waiting), align: "right" },
  {
    key: "committed",
    header: "COMMITTED",
    value: ({ waiting }) => {
      const committed = committedText(waiting.price);
      return committed === eachOf(waiting) ? undefined : committed;
    },
    align: "right",
    ifAny: true,
  },
];

const mapPart = ({ row, record, price }: Waiting) => ({
  geometry: record.geometry as unknown as Geometry,
  ...(row.submitted !== undefined && { time: row.submitted }),
  ...(row.commitment && { price: writtenAmount(row.commitment, commitmentOf(price)) }),
});

const EMPTY = "Nothing waits for approval";

const view: View<readonly Waiting[]> = {
  ...listView<Waiting, readonly Waiting[]>({
    columns: COLUMNS,
    source: (waiting) => waiting.map(({ row }) => row),
    rowSource: ({ row }) => row,
    // Both prices in one text: a pipe has no width that it could push other columns out of.
    pipe: (waiting) => waiting.map((one) => PLAIN.map((column) => column.value(one))),
    id: ({ row }) => row.id,
    map: mapPart,
    mapColour: "kind",
    empty: EMPTY,
  }),
  screen: listView<Listed, readonly Waiting[]>({
    columns: SCREEN_COLUMNS,
    rows: (all) => {
      const shortOf = shortForms(all.map(({ row }) => row.id));
      return all.map((waiting) => ({ waiting, shortId: shortOf(waiting.row.id) }));
    },
    map: ({ waiting }) => mapPart(waiting),
    mapColour: "kind",
    empty: EMPTY,
  }),
};

export const list = defineCommand({
  name: "list",
  summary: "List what waits for an approval of its price",
  description: WHAT,
  examples: [
    "swath approvals list",
    "swath approvals list --output id | swath approvals approve - --max-cost 5000 --yes",
  ],
  syntax: (command) => command.addOption(mapFlag()).addOption(openFlag()),
  run: async (context) => {
    const { requestsInReview } = await import("../../app/tasking/approvals.ts");
    return shown(context, await requestsInReview(context));
  },
  view,
});

export const inbox = defineCommand({
  name: "approvals",
  summary: "See what waits for an approval of its price, and approve or reject it",
  description: `${WHAT}On a terminal some of it can be ticked with Space, and be approved or rejected with one confirmation of the sum.`,
  examples: [
    "swath approvals",
    "swath inbox --json",
    "swath approvals approve --all --max-cost 5000 --yes",
    "swath approvals reject 3f0c2a7e-... --yes",
  ],
  syntax: (command) => command.addOption(mapFlag()).addOption(openFlag()),
  run: async (context, options) => {
    const { requestsInReview } = await import("../../app/tasking/approvals.ts");
    const waiting = await requestsInReview(context);
    if (waiting.length === 0 || !canChoose(context, options)) return shown(context, waiting);
    const decided = await decideSome(context, waiting);
    return shown(
      context,
      waiting.filter(({ row }) => !decided.has(row.id)),
    );
  },
  view,
});

/** What waits, with its sum as a note. */
async function shown(context: Context, waiting: readonly Waiting[]): Promise<readonly Waiting[]> {
  const { waitingSum } = await import("../../app/tasking/approvals.ts");
  if (waiting.length > 0) context.notes.note(`Sum: ${waitingSum(waiting, context.dialect["currency.$"])}`);
  return waiting;
}

/** A person who wants the list itself, in whatever format or on a map, is not asked. */
const canChoose = (
  { canAsk, world, options, settings, service }: Context,
  { map, open }: MapOptions,
): boolean =>
  canAsk &&
  map === undefined &&
  open === undefined &&
  options.output === undefined &&
  world.stdout.isTTY &&
  !service.isDryRun &&
  options.json !== true &&
  settings.output.value === "table" &&
  options.yes !== true &&
  options.quiet !== true &&
  options.columns === undefined &&
  options.query === undefined;

/** Asks which, what, and whether; the ids that were decided on. */
async function decideSome(context: Context, waiting: readonly Waiting[]): Promise<ReadonlySet<string>> {
  const [
    { askChoice, askSearchMany },
    { findChoices },
    { decideSubjects },
    { choiceLine },
    { orSay },
    { requestLabel },
  ] = await Promise.all([
    import("../../cli/input/prompt.ts"),
    import("../../cli/input/find-choices.ts"),
    import("../../app/tasking/decide-requests.ts"),
    import("./choice-line.ts"),
    import("../../app/consent.ts"),
    import("../../app/tasking/request-line.ts"),
  ]);
  const { waitingSum } = await import("../../app/tasking/approvals.ts");
  const sumOf = (some: readonly Waiting[]): string => waitingSum(some, context.dialect["currency.$"]);
  const { world, notes } = context;
  const ids = await orSay(
    context,
    askSearchMany(
      world,
      "What to approve or reject?",
      findChoices(
        waiting.map((one) => {
          const { id, name } = one.row;
          const choice = { value: id, name: choiceLine(context, one), short: requestLabel(name, id) };
          return { choice, text: `${choice.name} ${one.line} ${id}` };
        }),
      ),
      (ticked) =>
        [
          `${ticked.length} of ${waiting.length} ticked`,
          ...(ticked.length === 0 ? [] : [sumOf(waiting.filter(({ row }) => ticked.includes(row.id)))]),
        ].join(", "),
    ),
    "Nothing was sent",
  );
  const chosen = waiting.filter(({ row }) => ids.includes(row.id));
  if (chosen.length === 0) {
    notes.note("Nothing was ticked, and nothing was sent");
    return new Set();
  }
  const decision = await orSay(
    context,
    askChoice(world, `${chosen.length} ticked, ${sumOf(chosen)}:`, [
      { value: "approve", name: "approve" },
      { value: "reject", name: "reject" },
      { value: "leave", name: "leave as they are" },
    ]),
    "Nothing was sent",
  );
  if (decision !== "approve" && decision !== "reject") return new Set();
  const rows = await decideSubjects(
    context,
    decision,
    chosen.map(({ row, record }) => ({ noun: row.kind, id: row.id, record })),
    {},
  );
  for (const { id, outcome, status } of rows)
    notes.note(`${id} ${outcome}${status === undefined ? "" : ` (${status})`}`);
  return new Set(rows.flatMap(({ id, outcome }) => (outcome === "failed" ? [] : [id])));
}
