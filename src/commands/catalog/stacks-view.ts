/** Stacks as rows: one per stack, or one per pair. */
import { listView } from "../../cli/output/view.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { Collect, Pair, Stack } from "../../domain/catalog/stacks.ts";
import { shortWord } from "../../domain/item-names.ts";
import { shortSceneId } from "../../domain/catalog/scene.ts";
import { fromStac } from "../../domain/orders/order-items.ts";
import type { Column } from "../../render/column.ts";
import { ringsOf } from "../../geo/polygon.ts";
import { formatTimestamp } from "../../time/timestamp.ts";

/** A stack with its row number. */
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

/** Returns the smallest and largest value of the scenes, or undefined when none has one. */
function rangeOf(
  collects: readonly Collect[],
  name: "lookAngle" | "incidence" | "squint",
): [number, number] | undefined {
  const values = collects.flatMap((collect) => collect[name] ?? []);
  return values.length === 0 ? undefined : [hundredths(Math.min(...values)), hundredths(Math.max(...values))];
}

const rangeText = (range: [number, number] | undefined): string | undefined =>
  range && range.map((value) => value.toFixed(1)).join("..");

/** Returns the smallest overlap of the pairs with the reference. */
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

/** Returns a stack for JSON. */
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

/** Scripts get full times and words, people get days and abbreviations. */
interface Wording {
  time: (collect: Collect) => string;
  word: (value: unknown) => unknown;
  id: (collect: Collect) => string | undefined;
}

const IN_FULL: Wording = { time: timeOf, word: (value) => value, id: ({ id }) => id };
const IN_SHORT: Wording = { time: dayOf, word: shortWord, id: shortIdOf };

const stackColumns = ({ time, word }: Wording): readonly Column<StackRow>[] => [
  { key: "stack", header: "STACK", value: ({ number }) => number, align: "right", fixed: true },
  { key: "scenes", header: "SCENES", value: ({ stack }) => stack.collects.length, align: "right" },
  {
    key: "first",
    header: "FIRST",
    value: ({ stack }) => time(stack.collects[0]!),
    fixed: true,
  },
  {
    key: "last",
    header: "LAST",
    value: ({ stack }) => time(stack.collects.at(-1)!),
    fixed: true,
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
    value: ({ stack }) => word(stack.reference.orbitState),
    wide: true,
  },
  {
    key: "look",
    header: "LOOK",
    value: ({ stack }) => word(stack.reference.lookDirection),
    wide: true,
  },
  {
    key: "mode",
    header: "MODE",
    value: ({ stack }) => word(stack.reference.mode),
    wide: true,
  },
  {
    key: "offNadir",
    header: "OFF-NADIR",
    unit: "°",
    value: ({ stack: { collects } }) => rangeText(rangeOf(collects, "lookAngle")),
    align: "right",
    wide: true,
  },
  {
    key: "scene",
    header: "SCENE",
    value: ({ stack }) => shortIdOf(stack.reference),
    wide: true,
    only: "screen",
  },
  {
    key: "squint",
    header: "SQUINT",
    unit: "°",
    value: ({ stack: { collects } }) => rangeText(rangeOf(collects, "squint")),
    align: "right",
    wide: true,
  },
  {
    key: "satellite",
    header: "SATELLITE",
    value: ({ stack }) => stack.reference.satellite ?? "unknown",
    wide: true,
  },
  {
    key: "plane",
    header: "PLANE",
    value: ({ stack }) => stack.reference.plane ?? "unknown",
    wide: true,
  },
  { key: "polarization", header: "POL", value: ({ stack }) => stack.reference.polarization, wide: true },
  {
    key: "overlap",
    header: "OVERLAP",
    unit: "%",
    value: ({ stack }) => overlapOf(stack),
    align: "right",
    wide: true,
  },
  {
    key: "groups",
    header: "GROUPS",
    value: ({ stack }) => stack.groups.length,
    align: "right",
    wide: true,
  },
  { key: "best", header: "BEST PAIR", value: ({ stack }) => bestText(stack.pairs[0]), wide: true },
  { key: "reference", header: "REFERENCE", value: ({ stack }) => stack.reference.id, only: "sheet" },
];

const orderItemsOf = (items: readonly StacItem[]) =>
  items.flatMap(({ id, collection }) =>
    id === undefined || collection === undefined ? [] : [fromStac({ id, collection })],
  );

const itemsOf = ({ stack }: StackRow) => stack.collects.flatMap(({ items }) => items);

export const stackView = listView<StackRow, StackRow[]>({
  columns: stackColumns(IN_FULL),
  people: stackColumns(IN_SHORT),
  empty:
    "No stack: no two scenes found are alike; --look-tolerance and --min-overlap say how alike they must be",
  rowSource: stackRecord,
  id: (row) => itemsOf(row).flatMap(({ id }) => id ?? []),
  orderItems: (row) => orderItemsOf(itemsOf(row)),
  map: {
    part: ({ number, stack: { reference, collects } }) => ({
      id: `stack ${number}`,
      time: timeOf(collects[0]!),
      geometry: reference.footprint,
    }),
    colourBy: "look",
  },
});

export interface PairRow {
  number: number;
  pair: Pair;
}

const pairColumns = ({ time, id }: Wording): readonly Column<PairRow>[] => [
  { key: "stack", header: "STACK", value: ({ number }) => number, align: "right", fixed: true },
  {
    key: "firstTime",
    header: "FIRST",
    value: ({ pair }) => time(pair.first),
    fixed: true,
  },
  {
    key: "secondTime",
    header: "SECOND",
    value: ({ pair }) => time(pair.second),
    fixed: true,
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
  },
  {
    key: "overlapPercent",
    header: "OVERLAP",
    unit: "%",
    value: ({ pair }) => percent(pair.overlap),
    align: "right",
  },
  { key: "first", header: "SCENE 1", value: ({ pair }) => id(pair.first), fixed: true },
  { key: "second", header: "SCENE 2", value: ({ pair }) => id(pair.second), fixed: true },
];

const pairViewWith = (empty: string) =>
  listView<PairRow, PairRow[]>({
    empty,
    rowSource: ({ number, pair }) => ({ stack: number, ...pairRecord(pair) }),
    orderItems: ({ pair: { first, second } }) => orderItemsOf([...first.items, ...second.items]),
    map: {
      part: ({ number, pair: { first, second } }) => ({
        id: `stack ${number}, ${dayOf(first)} and ${dayOf(second)}`,
        time: timeOf(first),
        // The outline of the second scene: if two areas of a row overlapped, the map would draw a hole.
        geometry: {
          type: "GeometryCollection",
          geometries: [
            first.footprint,
            { type: "MultiLineString", coordinates: ringsOf(second.footprint).flat() },
          ],
        },
      }),
      colourBy: "stack",
    },
    columns: pairColumns(IN_FULL),
    people: pairColumns(IN_SHORT),
  });

export const pairView = pairViewWith(
  "No pair: no two scenes found are alike; --look-tolerance and --min-overlap say how alike they must be",
);

export const seasonView = pairViewWith(
  "No pair: no two scenes found are alike and of one season; without --season pairs may be of any",
);
