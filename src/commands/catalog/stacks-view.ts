/** Stacks as rows: one per stack, or one per pair. */
import { listView } from "../../cli/output/view.ts";
import type { Owned } from "../../app/catalog/found-items.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { findCommonProduct, listItemProducts, findShortSceneId } from "../../domain/catalog/scene.ts";
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

const tenths = (value: number): number => Math.round(value * 10) / 10;
const hundredths = (value: number): number => Math.round(value * 100) / 100;
const percent = (share: number): number => Math.round(share * 100);
const timeOf = ({ timeMs }: Collect): string => formatTimestamp(timeMs);
const dayOf = (collect: Collect): string => timeOf(collect).slice(0, 10);
export const shortIdOf = ({ items: [first] }: Collect): string | undefined =>
  first && findShortSceneId(first);

/** Returns the smallest and largest value of the scenes, or undefined when none has one. */
function rangeOf(
  { collects }: Stack,
  name: "lookAngle" | "incidence" | "squint",
): [number, number] | undefined {
  const values = collects.flatMap((collect) => collect[name] ?? []);
  return values.length === 0 ? undefined : [hundredths(Math.min(...values)), hundredths(Math.max(...values))];
}

const rangeText =
  (name: "lookAngle" | "squint") =>
  (stack: Stack): string | undefined =>
    rangeOf(stack, name)
      ?.map((value) => value.toFixed(1))
      .join("..");

/** Returns the smallest overlap of the pairs with the reference. */
function overlapOf({ reference, pairs }: Stack): number | undefined {
  const compared = pairs.filter(({ first, second }) => first === reference || second === reference);
  return compared.length === 0 ? undefined : percent(Math.min(...compared.map(({ overlap }) => overlap)));
}

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
function stackRecord(row: StackRow) {
  const { reference, collects, pairs, groups } = row;
  const [best] = pairs;
  return {
    stack: row.number,
    scenes: collects.length,
    first: timeOf(collects[0]!),
    last: timeOf(collects.at(-1)!),
    medianGapDays: tenths(row.medianGapDays),
    satellite: reference.satellite ?? "unknown",
    orbitalPlane: reference.plane ?? "unknown",
    orbitState: reference.orbitState,
    lookDirection: reference.lookDirection,
    mode: reference.mode,
    polarization: reference.polarization,
    offNadir: rangeOf(row, "lookAngle"),
    incidence: rangeOf(row, "incidence"),
    squint: rangeOf(row, "squint"),
    overlapPercent: overlapOf(row),
    groups: groups.length,
    pairs: pairs.length,
    reference: reference.id,
    ...(best !== undefined && { bestPair: pairRecord(best) }),
    collects: collects.map((collect) => ({
      id: collect.id,
      datetime: timeOf(collect),
      group: groups.findIndex((group) => group.includes(collect)) + 1,
      items: collect.items.map(({ id }) => id),
      ...marksOf(row, collect.items),
    })),
  };
}

/** Returns the marks of the items by their ids; nothing if none has one. */
function marksOf({ owned }: Row, items: readonly StacItem[]): { owned?: Record<string, Owned> } {
  const marks = items.flatMap((item) => {
    const mark = owned.get(item);
    return mark === undefined ? [] : [[item.id, mark] as const];
  });
  return marks.length === 0 ? {} : { owned: Object.fromEntries(marks) as Record<string, Owned> };
}

const hasOwned = ({ owned }: Row, { items }: Collect): boolean =>
  items.some((item) => owned.get(item) === "owned");

/** Returns the number of scenes with an owned product, `2 of 5`; undefined for none. */
function ownedText(row: StackRow): string | undefined {
  const { length } = row.collects.filter((collect) => hasOwned(row, collect));
  return length === 0 ? undefined : `${length} of ${row.collects.length}`;
}

/** Returns the scenes of a pair with an owned product. */
function ownedOfPair(row: PairRow): string | undefined {
  const [isFirst, isSecond] = [hasOwned(row, row.first), hasOwned(row, row.second)];
  if (isFirst && isSecond) return "both";
  return isFirst ? "first" : isSecond ? "second" : undefined;
}

function bestText({ pairs: [best] }: Stack): string | undefined {
  if (best === undefined) return undefined;
  const { first, second, lookDegrees, days } = best;
  return `${dayOf(first)} ${dayOf(second)} (${lookDegrees.toFixed(1)} deg, ${Math.round(days)} d)`;
}

/** Scripts get full times and words, people get days and abbreviations. */
interface Wording {
  time: (collect: Collect) => string;
  word: (value: unknown) => unknown;
  id: (collect: Collect) => string | undefined;
}

const IN_FULL: Wording = { time: timeOf, word: (value) => value, id: ({ id }) => id };
const IN_SHORT: Wording = { time: dayOf, word: shortenWord, id: shortIdOf };

/** A column of numbers. */
const numbers = <Row>(
  key: string,
  header: string,
  value: Column<Row>["value"],
  more: Pick<Column<Row>, "unit" | "wide" | "fixed"> = {},
): Column<Row> => ({ key, header, value, align: "right", ...more });

/** A property of the reference, which all scenes of a stack share. */
const shared = (key: string, header: string, valueOf: (reference: Collect) => unknown): Column<StackRow> => ({
  key,
  header,
  value: ({ reference }) => valueOf(reference),
  wide: true,
});

const stackColumns = ({ time, word }: Wording): readonly Column<StackRow>[] => [
  numbers("stack", "STACK", ({ number }) => number, { fixed: true }),
  numbers("scenes", "SCENES", ({ collects }) => collects.length),
  { key: "first", header: "FIRST", value: ({ collects }) => time(collects[0]!), fixed: true },
  { key: "last", header: "LAST", value: ({ collects }) => time(collects.at(-1)!), fixed: true },
  { key: "owned", header: "OWNED", value: ownedText, only: "screen" },
  numbers("medianGapDays", "GAP", ({ medianGapDays }) => tenths(medianGapDays), { unit: "d" }),
  shared("orbit", "ORBIT", ({ orbitState }) => word(orbitState)),
  shared("look", "LOOK", ({ lookDirection }) => word(lookDirection)),
  shared("mode", "MODE", ({ mode }) => word(mode)),
  numbers("offNadir", "OFF-NADIR", rangeText("lookAngle"), { unit: "°", wide: true }),
  { ...shared("scene", "SCENE", shortIdOf), only: "screen" },
  numbers("squint", "SQUINT", rangeText("squint"), { unit: "°", wide: true }),
  shared("satellite", "SATELLITE", ({ satellite = "unknown" }) => satellite),
  shared("plane", "PLANE", ({ plane }) => plane ?? "unknown"),
  shared("polarization", "POL", ({ polarization }) => polarization),
  numbers("overlap", "OVERLAP", overlapOf, { unit: "%", wide: true }),
  numbers("groups", "GROUPS", ({ groups }) => groups.length, { wide: true }),
  { key: "best", header: "BEST PAIR", value: bestText, wide: true },
  { key: "reference", header: "REFERENCE", value: ({ reference }) => reference.id, only: "sheet" },
];

export const itemsOfStack = ({ collects }: Stack): StacItem[] => collects.flatMap(({ items }) => [...items]);

/** Returns the product type to order: the first that all scenes have, else the first. */
function productOf(stack: Stack): string | undefined {
  return (
    findCommonProduct(stack.collects.map(({ items }) => items)) ?? listItemProducts(itemsOfStack(stack))[0]
  );
}

/** Returns the items of that type. */
function itemsToOrder(stack: Stack): StacItem[] {
  const type = productOf(stack);
  return itemsOfStack(stack).filter((item) => listItemProducts([item])[0] === type);
}

export const stackView = listView<StackRow, StackRow[]>({
  columns: stackColumns(IN_FULL),
  people: stackColumns(IN_SHORT),
  empty:
    "No stack: no two scenes found are alike; --look-tolerance and --min-overlap say how alike they must be",
  rowSource: stackRecord,
  id: (row) => itemsOfStack(row).flatMap(({ id }) => id ?? []),
  orderItems: (row) => toArchiveItems(itemsOfStack(row)),
  map: {
    part: (stack) => ({
      id: `stack ${stack.number}`,
      time: timeOf(stack.collects[0]!),
      geometry: stack.reference.footprint,
      orderItems: toArchiveItems(itemsToOrder(stack)),
    }),
    colourBy: "look",
    labelBy: "stack",
  },
});

const pairColumns = ({ time, id }: Wording): readonly Column<PairRow>[] => [
  numbers("stack", "STACK", ({ number }) => number, { fixed: true }),
  { key: "firstTime", header: "FIRST", value: ({ first }) => time(first), fixed: true },
  { key: "secondTime", header: "SECOND", value: ({ second }) => time(second), fixed: true },
  numbers("days", "DAYS", ({ days }) => tenths(days)),
  numbers("lookDegrees", "OFF-NADIR", ({ lookDegrees }) => lookDegrees.toFixed(2), { unit: "°" }),
  numbers("squintDegrees", "SQUINT", ({ squintDegrees }) => squintDegrees.toFixed(2), {
    unit: "°",
    wide: true,
  }),
  numbers("overlapPercent", "OVERLAP", ({ overlap }) => percent(overlap), { unit: "%" }),
  { key: "owned", header: "OWNED", value: ownedOfPair, only: "screen" },
  { key: "first", header: "SCENE 1", value: ({ first }) => id(first), fixed: true },
  { key: "second", header: "SCENE 2", value: ({ second }) => id(second), fixed: true },
];

const pairViewWith = (empty: string) =>
  listView<PairRow, PairRow[]>({
    empty,
    rowSource: (row) => ({
      stack: row.number,
      ...pairRecord(row),
      ...marksOf(row, [...row.first.items, ...row.second.items]),
    }),
    orderItems: ({ first, second }) => toArchiveItems([...first.items, ...second.items]),
    map: {
      part: ({ number, first, second }) => ({
        id: `stack ${number}, ${dayOf(first)} and ${dayOf(second)}`,
        time: timeOf(first),
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
    columns: pairColumns(IN_FULL),
    people: pairColumns(IN_SHORT),
  });

export const pairView = pairViewWith(
  "No pair: no two scenes found are alike; --look-tolerance and --min-overlap say how alike they must be",
);

export const seasonView = pairViewWith(
  "No pair: no two scenes found are alike and of one season; without --season pairs may be of any",
);
