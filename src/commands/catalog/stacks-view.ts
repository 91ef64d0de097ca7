/** Stacks as rows: one a stack, or one a pair. */
import { listView } from "../../cli/output/view.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { Collect, Pair, Stack } from "../../domain/catalog/stacks.ts";
import { shortSceneId } from "../../domain/catalog/scene.ts";
import { shortWord } from "../../domain/item-names.ts";
import { fromStac } from "../../domain/orders/order-items.ts";
import type { Column } from "../../render/column.ts";
import { ringsOf } from "../../geo/polygon.ts";
import { formatTimestamp } from "../../time/timestamp.ts";

/** A stack with its place in the list. */
export interface StackRow {
  number: number;
  stack: Stack;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
const hundredths = (value: number): number => Math.round(value * 100) / 100;
const percent = (share: number): number => Math.round(share * 100);
const timeOf = ({ timeMs }: Collect): string => formatTimestamp(timeMs);
const dayOf = (collect: Collect): string => timeOf(collect).slice(0, 10);
export const shortIdOf = ({ items: [first] }: Collect): string | undefined => first && shortSceneId(first);

/** Smallest and largest of what scenes have, or undefined when none has it. */
function rangeOf(
  collects: readonly Collect[],
  name: "lookAngle" | "incidence" | "squint",
): [number, number] | undefined {
  const values = collects.flatMap((collect) => collect[name] ?? []);
  return values.length === 0 ? undefined : [hundredths(Math.min(...values)), hundredths(Math.max(...values))];
}

const rangeText = (range: [number, number] | undefined): string | undefined =>
  range && range.map((value) => value.toFixed(1)).join("..");

/** What the pairs with the reference have in common at least. */
const overlapOf = ({ reference, pairs }: Stack): number | undefined => {
  const shares = pairs.flatMap(({ first, second, overlap }) =>
    first === reference || second === reference ? [overlap] : [],
  );
  return shares.length === 0 ? undefined : percent(Math.min(...shares));
};

const pairRecord = ({ first, second, days, lookDegrees, squintDegrees, overlap }: Pair) => ({
  first: first.id,
  second: second.id,
  firstTime: timeOf(first),
  secondTime: timeOf(second),
  days: tenths(days),
  lookDegrees: hundredths(lookDegrees),
  squintDegrees: hundredths(squintDegrees),
  overlapPercent: percent(overlap),
});

/** What JSON has of a stack. */
function stackRecord({ number, stack }: StackRow) {
  const { reference, collects, pairs, groups } = stack;
  const [best] = pairs;
  return {
    stack: number,
    scenes: collects.length,
    first: timeOf(collects[0]!),
    last: timeOf(collects.at(-1)!),
    medianGapDays: tenths(stack.medianGapDays),
    satellite: reference.satellite ?? "unknown",
    orbitalPlane: reference.plane ?? "unknown",
    orbitState: reference.orbitState,
    lookDirection: reference.lookDirection,
    mode: reference.mode,
    polarization: reference.polarization,
    offNadir: rangeOf(collects, "lookAngle"),
    incidence: rangeOf(collects, "incidence"),
    squint: rangeOf(collects, "squint"),
    overlapPercent: overlapOf(stack),
    groups: groups.length,
    pairs: pairs.length,
    reference: reference.id,
    ...(best !== undefined && { bestPair: pairRecord(best) }),
    collects: collects.map((collect) => ({
      id: collect.id,
      datetime: timeOf(collect),
      group: groups.findIndex((group) => group.includes(collect)) + 1,
      items: collect.items.map(({ id }) => id),
    })),
  };
}

const bestText = (pair: Pair | undefined): string | undefined =>
  pair &&
  `${dayOf(pair.first)} ${dayOf(pair.second)} (${pair.lookDegrees.toFixed(1)} deg, ${Math.round(pair.days)} d)`;

const COLUMNS: readonly Column<StackRow>[] = [
  { key: "stack", header: "STACK", value: ({ number }) => number, align: "right", fixed: true },
  { key: "scenes", header: "SCENES", value: ({ stack }) => stack.collects.length, align: "right" },
  {
    key: "first",
    header: "FIRST",
    value: ({ stack }) => timeOf(stack.collects[0]!),
    shortest: ({ stack }) => dayOf(stack.collects[0]!),
    fixed: true,
    minutes: true,
  },
  {
    key: "last",
    header: "LAST",
    value: ({ stack }) => timeOf(stack.collects.at(-1)!),
    shortest: ({ stack }) => dayOf(stack.collects.at(-1)!),
    fixed: true,
    minutes: true,
  },
  {
    key: "medianGapDays",
    header: "GAP",
    unit: "d",
    value: ({ stack }) => tenths(stack.medianGapDays),
    align: "right",
  },
  {
    key: "orbit",
    header: "ORBIT",
    value: ({ stack }) => stack.reference.orbitState,
    short: ({ stack }) => shortWord(stack.reference.orbitState),
    wide: "in turn",
  },
  {
    key: "look",
    header: "LOOK",
    value: ({ stack }) => stack.reference.lookDirection,
    short: ({ stack }) => shortWord(stack.reference.lookDirection),
    wide: "in turn",
  },
  {
    key: "mode",
    header: "MODE",
    value: ({ stack }) => stack.reference.mode,
    short: ({ stack }) => shortWord(stack.reference.mode),
    wide: "in turn",
  },
  {
    key: "offNadir",
    header: "OFF-NADIR",
    unit: "°",
    value: ({ stack: { collects } }) => rangeText(rangeOf(collects, "lookAngle")),
    align: "right",
    wide: "in turn",
  },
  {
    key: "scene",
    header: "SCENE",
    value: ({ stack }) => shortIdOf(stack.reference),
    wide: "in turn",
    screen: true,
    page: false,
  },
  {
    key: "squint",
    header: "SQUINT",
    unit: "°",
    value: ({ stack: { collects } }) => rangeText(rangeOf(collects, "squint")),
    align: "right",
    wide: "in turn",
  },
  {
    key: "satellite",
    header: "SATELLITE",
    value: ({ stack }) => stack.reference.satellite ?? "unknown",
    wide: "in turn",
  },
  {
    key: "plane",
    header: "PLANE",
    value: ({ stack }) => stack.reference.plane ?? "unknown",
    wide: "in turn",
  },
  { key: "polarization", header: "POL", value: ({ stack }) => stack.reference.polarization, wide: "in turn" },
  {
    key: "overlap",
    header: "OVERLAP",
    unit: "%",
    value: ({ stack }) => overlapOf(stack),
    align: "right",
    wide: "in turn",
  },
  {
    key: "groups",
    header: "GROUPS",
    value: ({ stack }) => stack.groups.length,
    align: "right",
    wide: "in turn",
  },
  { key: "best", header: "BEST PAIR", value: ({ stack }) => bestText(stack.pairs[0]), wide: "in turn" },
  { key: "reference", header: "REFERENCE", value: ({ stack }) => stack.reference.id, sheet: true },
];

const orderItemsOf = (items: readonly StacItem[]) =>
  items.flatMap(({ id, collection }) =>
    id === undefined || collection === undefined ? [] : [fromStac({ id, collection })],
  );

const itemsOf = ({ stack }: StackRow) => stack.collects.flatMap(({ items }) => items);

export const stackView = listView<StackRow, StackRow[]>({
  columns: COLUMNS,
  empty:
    "No stack: no two scenes found are alike; --look-tolerance and --min-overlap say how alike they must be",
  rowSource: stackRecord,
  id: (row) => itemsOf(row).flatMap(({ id }) => id ?? []),
  orderItems: (row) => orderItemsOf(itemsOf(row)),
  map: ({ number, stack: { reference, collects } }) => ({
    id: `stack ${number}`,
    time: timeOf(collects[0]!),
    geometry: reference.footprint,
  }),
  mapColour: "look",
});

export interface PairRow {
  number: number;
  pair: Pair;
}

const pairViewWith = (empty: string) =>
  listView<PairRow, PairRow[]>({
    empty,
    rowSource: ({ number, pair }) => ({ stack: number, ...pairRecord(pair) }),
    orderItems: ({ pair: { first, second } }) => orderItemsOf([...first.items, ...second.items]),
    map: ({ number, pair: { first, second } }) => ({
      id: `stack ${number}, ${dayOf(first)} and ${dayOf(second)}`,
      time: timeOf(first),
      // The outline of the second one: where two areas of a row overlap, the map would draw a hole.
      geometry: {
        type: "GeometryCollection",
        geometries: [
          first.footprint,
          { type: "MultiLineString", coordinates: ringsOf(second.footprint).flat() },
        ],
      },
    }),
    mapColour: "stack",
    columns: [
      { key: "stack", header: "STACK", value: ({ number }) => number, align: "right", fixed: true },
      {
        key: "firstTime",
        header: "FIRST",
        value: ({ pair }) => timeOf(pair.first),
        shortest: ({ pair }) => dayOf(pair.first),
        fixed: true,
        minutes: true,
      },
      {
        key: "secondTime",
        header: "SECOND",
        value: ({ pair }) => timeOf(pair.second),
        shortest: ({ pair }) => dayOf(pair.second),
        fixed: true,
        minutes: true,
      },
      { key: "days", header: "DAYS", value: ({ pair }) => tenths(pair.days), align: "right" },
      {
        key: "lookDegrees",
        header: "OFF-NADIR",
        unit: "°",
        value: ({ pair }) => pair.lookDegrees.toFixed(2),
        align: "right",
      },
      {
        key: "squintDegrees",
        header: "SQUINT",
        unit: "°",
        value: ({ pair }) => pair.squintDegrees.toFixed(2),
        align: "right",
        wide: true,
        minor: true,
      },
      {
        key: "overlapPercent",
        header: "OVERLAP",
        unit: "%",
        value: ({ pair }) => percent(pair.overlap),
        align: "right",
      },
      {
        key: "first",
        header: "SCENE 1",
        value: ({ pair }) => pair.first.id,
        short: ({ pair }) => shortIdOf(pair.first),
        wide: "in turn",
        fixed: true,
      },
      {
        key: "second",
        header: "SCENE 2",
        value: ({ pair }) => pair.second.id,
        short: ({ pair }) => shortIdOf(pair.second),
        wide: "in turn",
        fixed: true,
      },
    ],
  });

export const pairView = pairViewWith(
  "No pair: no two scenes found are alike; --look-tolerance and --min-overlap say how alike they must be",
);

export const seasonView = pairViewWith(
  "No pair: no two scenes found are alike and of one season; without --season pairs may be of any",
);
