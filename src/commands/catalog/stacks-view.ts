/** Stacks as rows: one per stack, or one per pair. */
import { listView } from "../../cli/output/view.ts";
import type { Owned } from "../../app/catalog/found-items.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { findCommonProduct, listItemProducts, findShortSceneId } from "../../domain/catalog/scene.ts";
import { findBestPair } from "../../domain/catalog/pairs.ts";
import type { Collect, Pair, Stack } from "../../domain/catalog/stacks.ts";
import { shortenWord } from "../../domain/item-names.ts";
import { toArchiveItems } from "../../domain/orders/order-items.ts";
import { listRings } from "../../geo/polygon.ts";
import type { Column } from "../../render/column.ts";
import { formatTimestamp } from "../../time/timestamp.ts";

/** The number of a stack in this result, and the marks of items that are owned, or may be. */
interface Row {
  number: number;
  owned: ReadonlyMap<StacItem, Owned>;
}

export interface StackRow extends Stack, Row {}

/** A pair of a stack. */
export interface PairRow extends Pair, Row {}

const roundToTenths = (value: number): number => Math.round(value * 10) / 10;
const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;
const toPercent = (share: number): number => Math.round(share * 100);
const formatCollectTime = ({ timeMs }: Collect): string => formatTimestamp(timeMs);
const formatDay = (collect: Collect): string => formatCollectTime(collect).slice(0, 10);
export const shortenId = ({ items: [first] }: Collect): string | undefined =>
  first && findShortSceneId(first);

/** Returns the smallest and largest value of the scenes, or undefined when none has one. */
function measureRange(
  { collects }: Stack,
  name: "lookAngle" | "incidence" | "squint",
): [number, number] | undefined {
  const values = collects.flatMap((collect) => collect[name] ?? []);
  return values.length === 0
    ? undefined
    : [roundToHundredths(Math.min(...values)), roundToHundredths(Math.max(...values))];
}

const makeRangeFormatter =
  (name: "lookAngle" | "squint") =>
  (stack: Stack): string | undefined =>
    measureRange(stack, name)
      ?.map((value) => value.toFixed(1))
      .join("..");

/** Returns the smallest overlap of the pairs with the reference. */
function measureOverlap({ reference, pairs }: Stack): number | undefined {
  const compared = pairs.filter(({ first, second }) => first === reference || second === reference);
  return compared.length === 0 ? undefined : toPercent(Math.min(...compared.map(({ overlap }) => overlap)));
}

const toPairRecord = ({ first, second, days, lookDegrees, squintDegrees, overlap }: Pair) => ({
  first: first.id,
  second: second.id,
  firstTime: formatCollectTime(first),
  secondTime: formatCollectTime(second),
  days: roundToTenths(days),
  lookDegrees: roundToHundredths(lookDegrees),
  squintDegrees: roundToHundredths(squintDegrees),
  overlapPercent: toPercent(overlap),
});

/** Returns a stack for JSON. */
function toStackRecord(row: StackRow) {
  const { reference, collects, pairs, groups } = row;
  const best = findBestPair(pairs);
  return {
    stack: row.number,
    scenes: collects.length,
    first: formatCollectTime(collects[0]!),
    last: formatCollectTime(collects.at(-1)!),
    medianGapDays: roundToTenths(row.medianGapDays),
    satellite: reference.satellite ?? "unknown",
    orbitalPlane: reference.plane ?? "unknown",
    orbitState: reference.orbitState,
    lookDirection: reference.lookDirection,
    mode: reference.mode,
    polarization: reference.polarization,
    offNadir: measureRange(row, "lookAngle"),
    incidence: measureRange(row, "incidence"),
    squint: measureRange(row, "squint"),
    overlapPercent: measureOverlap(row),
    groups: groups.length,
    pairs: pairs.length,
    reference: reference.id,
    ...(best !== undefined && { bestPair: toPairRecord(best) }),
    collects: collects.map((collect) => ({
      id: collect.id,
      datetime: formatCollectTime(collect),
      group: groups.findIndex((group) => group.includes(collect)) + 1,
      items: collect.items.map(({ id }) => id),
      ...toMarks(row, collect.items),
    })),
  };
}

/** Returns the marks of the items by their ids; nothing if none has one. */
function toMarks({ owned }: Row, items: readonly StacItem[]): { owned?: Record<string, Owned> } {
  const marks = items.flatMap((item) => {
    const mark = owned.get(item);
    return mark === undefined ? [] : [[item.id, mark] as const];
  });
  return marks.length === 0 ? {} : { owned: Object.fromEntries(marks) as Record<string, Owned> };
}

const hasOwned = ({ owned }: Row, { items }: Collect): boolean =>
  items.some((item) => owned.get(item) === "owned");

/** Returns the number of scenes with an owned product, `2 of 5`; undefined for none. */
function formatOwnedScenes(row: StackRow): string | undefined {
  const { length } = row.collects.filter((collect) => hasOwned(row, collect));
  return length === 0 ? undefined : `${length} of ${row.collects.length}`;
}

/** Returns the scenes of a pair with an owned product. */
function formatOwnedOfPair(row: PairRow): string | undefined {
  const [isFirst, isSecond] = [hasOwned(row, row.first), hasOwned(row, row.second)];
  if (isFirst && isSecond) return "both";
  return isFirst ? "first" : isSecond ? "second" : undefined;
}

/** Returns `2026-03-02 2026-03-14 (0.06 deg, 12 d)`. */
export const formatPair = ({ first, second, lookDegrees, days }: Pair): string =>
  `${formatDay(first)} ${formatDay(second)} (${lookDegrees.toFixed(2)} deg, ${Math.round(days)} d)`;

function formatBestPair({ pairs }: Stack): string | undefined {
  const best = findBestPair(pairs);
  return best && formatPair(best);
}

/** Scripts get full times and words, people get days and abbreviations. */
interface Wording {
  time: (collect: Collect) => string;
  word: (value: unknown) => unknown;
  id: (collect: Collect) => string | undefined;
}

const IN_FULL: Wording = { time: formatCollectTime, word: (value) => value, id: ({ id }) => id };
const IN_SHORT: Wording = { time: formatDay, word: shortenWord, id: shortenId };

/** A column of numbers. */
const makeNumberColumn = <Row>(
  key: string,
  header: string,
  value: Column<Row>["value"],
  more: Pick<Column<Row>, "unit" | "wide" | "fixed"> = {},
): Column<Row> => ({ key, header, value, align: "right", ...more });

/** A property of the reference, which all scenes of a stack share. */
const makeReferenceColumn = (
  key: string,
  header: string,
  valueOf: (reference: Collect) => unknown,
): Column<StackRow> => ({
  key,
  header,
  value: ({ reference }) => valueOf(reference),
  wide: true,
});

const makeStackColumns = ({ time, word }: Wording): readonly Column<StackRow>[] => [
  makeNumberColumn("stack", "STACK", ({ number }) => number, { fixed: true }),
  makeNumberColumn("scenes", "SCENES", ({ collects }) => collects.length),
  { key: "first", header: "FIRST", value: ({ collects }) => time(collects[0]!), fixed: true },
  { key: "last", header: "LAST", value: ({ collects }) => time(collects.at(-1)!), fixed: true },
  { key: "owned", header: "OWNED", value: formatOwnedScenes, only: "screen" },
  makeNumberColumn("medianGapDays", "GAP", ({ medianGapDays }) => roundToTenths(medianGapDays), {
    unit: "d",
  }),
  makeReferenceColumn("orbit", "ORBIT", ({ orbitState }) => word(orbitState)),
  makeReferenceColumn("look", "LOOK", ({ lookDirection }) => word(lookDirection)),
  makeReferenceColumn("mode", "MODE", ({ mode }) => word(mode)),
  { ...makeReferenceColumn("scene", "SCENE", shortenId), only: "screen", wide: false, fixed: true },
  makeNumberColumn("offNadir", "OFF-NADIR", makeRangeFormatter("lookAngle"), { unit: "°", wide: true }),
  makeNumberColumn("squint", "SQUINT", makeRangeFormatter("squint"), { unit: "°", wide: true }),
  makeReferenceColumn("satellite", "SATELLITE", ({ satellite = "unknown" }) => satellite),
  makeReferenceColumn("plane", "PLANE", ({ plane }) => plane ?? "unknown"),
  makeReferenceColumn("polarization", "POL", ({ polarization }) => polarization),
  makeNumberColumn("overlap", "OVERLAP", measureOverlap, { unit: "%", wide: true }),
  makeNumberColumn("groups", "GROUPS", ({ groups }) => groups.length, { wide: true }),
  { key: "best", header: "BEST PAIR", value: formatBestPair, wide: true },
  { key: "reference", header: "REFERENCE", value: ({ reference }) => reference.id, only: "sheet" },
];

export const listItems = ({ collects }: Stack): StacItem[] => collects.flatMap(({ items }) => [...items]);

/** Returns the product type to order: the first that all scenes have, else the first. */
function chooseProduct(stack: Stack): string | undefined {
  return findCommonProduct(stack.collects.map(({ items }) => items)) ?? listItemProducts(listItems(stack))[0];
}

/** Returns the items of that type. */
function listItemsToOrder(stack: Stack): StacItem[] {
  const type = chooseProduct(stack);
  return listItems(stack).filter((item) => listItemProducts([item])[0] === type);
}

export const stackView = listView<StackRow, StackRow[]>({
  columns: makeStackColumns(IN_FULL),
  people: makeStackColumns(IN_SHORT),
  empty:
    "No stack: no two scenes found are alike; --look-tolerance and --min-overlap say how alike they must be",
  rowSource: toStackRecord,
  id: (row) => listItems(row).flatMap(({ id }) => id ?? []),
  orderItems: (row) => toArchiveItems(listItems(row)),
  map: {
    part: (stack) => ({
      id: `stack ${stack.number}`,
      time: formatCollectTime(stack.collects[0]!),
      lastTime: formatCollectTime(stack.collects.at(-1)!),
      geometry: stack.reference.footprint,
      orderItems: toArchiveItems(listItemsToOrder(stack)),
    }),
    colourBy: "look",
    labelBy: "stack",
  },
});

const makePairColumns = ({ time, id }: Wording): readonly Column<PairRow>[] => [
  makeNumberColumn("stack", "STACK", ({ number }) => number, { fixed: true }),
  { key: "firstTime", header: "FIRST", value: ({ first }) => time(first), fixed: true },
  { key: "secondTime", header: "SECOND", value: ({ second }) => time(second), fixed: true },
  makeNumberColumn("days", "DAYS", ({ days }) => roundToTenths(days)),
  makeNumberColumn("lookDegrees", "DIFF", ({ lookDegrees }) => lookDegrees.toFixed(2), { unit: "°" }),
  makeNumberColumn("squintDegrees", "SQUINT DIFF", ({ squintDegrees }) => squintDegrees.toFixed(2), {
    unit: "°",
    wide: true,
  }),
  makeNumberColumn("overlapPercent", "OVERLAP", ({ overlap }) => toPercent(overlap), { unit: "%" }),
  { key: "owned", header: "OWNED", value: formatOwnedOfPair, only: "screen" },
  { key: "first", header: "SCENE 1", value: ({ first }) => id(first), fixed: true },
  { key: "second", header: "SCENE 2", value: ({ second }) => id(second), fixed: true },
];

const makePairView = (empty: string) =>
  listView<PairRow, PairRow[]>({
    empty,
    rowSource: (row) => ({
      stack: row.number,
      ...toPairRecord(row),
      ...toMarks(row, [...row.first.items, ...row.second.items]),
    }),
    orderItems: ({ first, second }) => toArchiveItems([...first.items, ...second.items]),
    map: {
      part: ({ number, first, second }) => ({
        id: `stack ${number}, ${formatDay(first)} and ${formatDay(second)}`,
        time: formatCollectTime(first),
        lastTime: formatCollectTime(second),
        // The outline of the second scene: if two areas of a row overlapped, the map would draw a hole.
        geometry: {
          type: "GeometryCollection",
          geometries: [
            first.footprint,
            { type: "MultiLineString", coordinates: listRings(second.footprint).flat() },
          ],
        },
      }),
      colourBy: "stack",
      labelBy: "stack",
    },
    columns: makePairColumns(IN_FULL),
    people: makePairColumns(IN_SHORT),
  });

export const pairView = makePairView(
  "No pair: no two scenes found are alike; --look-tolerance and --min-overlap say how alike they must be",
);

export const limitedPairView = makePairView(
  "No pair: no two scenes found are alike and within the limits; without --max-days and --season all pairs are shown",
);
