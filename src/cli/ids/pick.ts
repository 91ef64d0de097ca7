/** The lists from which a missing id or item is chosen by typing; `pickedFrom` of flag.ts assigns them. */
import type { Offered, OfferedList } from "../../app/offered.ts";
import type { Sought } from "../../app/ordering/offer-items.ts";
import type { Point, Polygon, Position } from "../../geo/geojson.ts";
import type { Decision } from "../../domain/tasking/request-states.ts";
import type { AppError } from "../../errors.ts";
import { advice, swath, typed, type Command, type Hint } from "../../hint.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { measureWidth, truncate } from "../../render/width.ts";
import type { Context } from "../context.ts";
import { findChoices } from "../input/find-choices.ts";
import { askSearch, askSearchMany } from "../input/prompt.ts";
import { usageError } from "../input/usage.ts";
import type { Choice, World } from "../world.ts";
import { readLastSearch } from "./last-search.ts";
import type { ListName, PickList } from "./pick-list.ts";

/** Errors: USAGE when there is nothing to choose from, CONFIG_MISSING_BASE_URL before any question. */
export async function pick(context: Context, { list }: PickList): Promise<string[]> {
  const [{ noteIfInterrupted }, { requireDestination }] = await Promise.all([
    import("../../money/consent.ts"),
    import("../../app/service/connect.ts"),
  ]);
  const { one, many, asks, offer, none, isOffline } = LISTS[list];
  if (isOffline !== true) requireDestination(context);
  const chosen = (async (): Promise<string[]> => {
    const last = asks === "place" ? await chooseOfLastSearch(context, list) : undefined;
    if (last !== undefined) return last;
    const where = asks === "place" ? await askWhere(context) : ANYWHERE;
    // Without a server the archive is opened in this process, which blocks drawing.
    await context.waitLine?.announce(`Looking for ${many}`);
    const found = await offer(context, where);
    const { offered } = found;
    if (where.over !== undefined && offered.length === 0) throw await makeNoScenes(where);
    if (offered.length === 0)
      throw usageError(
        `no ${one} given, and none to choose from`,
        typeof none === "function" ? await none(context) : none,
      );
    if (found.isCut === true)
      context.notes.note(
        advice`The list has the newest ${offered.length} ${many}. More, with short ids for this command: ${writeWiderSearch(where)}`,
      );
    return choose(context, list, found);
  })();
  return noteIfInterrupted(context, chosen, "Nothing was chosen");
}

/** The answer that leads to another list. */
const ELSEWHERE = "";

/**
 * Offers the products of the last search on this terminal; returns undefined without any, or if the person wants
 * another list.
 */
async function chooseOfLastSearch(context: Context, list: ListName): Promise<string[] | undefined> {
  const kept = await readLastSearch(context);
  if (kept === undefined) return undefined;
  const { items: shown, where, savedMs } = kept;
  const { many, offer } = LISTS[list];
  await context.waitLine?.announce(`Looking for ${many}`);
  const found = await offer(context, { shown });
  const { offered } = found;
  if (offered.length === 0) return undefined;
  if (found.isCut === true)
    context.notes.note(
      `The list has the first ${offered.length} of ${shown.length} ${many}; give the short ids of others`,
    );
  const { formatRoughly } = await import("../../time/duration.ts");
  const age = `${formatRoughly(context.clock.now() - savedMs)} ago`;
  const scenes = ["Scenes of your last search", ...(where === undefined ? [] : [where])].join(" ");
  const more = shown.length > offered.length ? `, the first ${offered.length}` : "";
  const chosen = await choose(context, list, found, `${scenes}, ${age}${more}`);
  return chosen[0] === ELSEWHERE ? undefined : chosen;
}

const SEARCH_ELSEWHERE: Choice = {
  value: ELSEWHERE,
  name: "search elsewhere: a place by its name",
  short: "elsewhere",
  isAlone: true,
};

/** `from`: the origin of the offered items, which lets the person choose another one. */
async function choose(
  { world, dialect, listedPrices }: Context,
  list: ListName,
  { offered, head }: OfferedList,
  from?: string,
): Promise<string[]> {
  const { one, many, isForOne } = LISTS[list];
  const isNarrow = offered.some((each) => hasLittleRoom(world, each));
  const shorten = (each: Offered): Offered => (isNarrow ? { ...each, line: each.base ?? each.line } : each);
  const among = findChoices(
    offered.map((each) => {
      const { id, line, end, words = "" } = each;
      return { choice: formatChoice(world, shorten(each)), text: `${line} ${end} ${id} ${words}` };
    }),
  );
  const find = (typed: string): Choice[] => {
    const found = among(typed);
    const isShown = from !== undefined && (typed.trim() === "" || found.length === 0);
    return isShown ? [SEARCH_ELSEWHERE, ...found] : found;
  };
  const question = (what: string): string => `Which ${what}?${from === undefined ? "" : ` ${from}`}`;
  for (const { id, price } of offered) if (price !== undefined) listedPrices.set(id, price);
  const above = head && { head: formatChoice(world, shorten({ id: "", ...head })).name };
  if (isForOne === true || (offered.length === 1 && from === undefined))
    return [await askSearch(world, question(one), find, above)];
  const { formatMoney, sumByCurrency } = await import("../../domain/price/money.ts");
  const byId = new Map(offered.map((each) => [each.id, each]));
  const isPriced = offered.some(({ price }) => price !== undefined);
  const sum = (ids: readonly string[]): string => {
    const count = `${ids.length} of ${offered.length} ticked`;
    if (!isPriced || ids.length === 0) return count;
    const prices = ids.map((id) => ({ price: byId.get(id)?.price, dollar: dialect["currency.$"] }));
    const open = prices.filter(({ price }) => price === undefined).length;
    const sums = sumByCurrency(prices).map(formatMoney).join(" + ");
    const without = open === 0 ? "" : `${open} without a known price`;
    return [count, sums, without].filter(Boolean).join(", ");
  };
  return [...(await askSearchMany(world, question(many), find, sum, above))];
}

/** Width of the pointer, the tick and their blanks, and a blank at the end. */
const MARKS = 7;
const GAP = 2;
const DEFAULT_COLUMNS = 80;
/** Minimum width of a line. */
const LEAST = 10;

/** Minimum width of a last column that is cut. */
const MIN_LAST = 10;

const measureRoom = ({ stderr }: World, end: string): number =>
  (stderr.columns() || DEFAULT_COLUMNS) - MARKS - (end === "" ? 0 : GAP + measureWidth(end));

/** Reports whether the last column would be cut to a few characters. */
function hasLittleRoom(world: World, { line, base, end }: Offered): boolean {
  const room = measureRoom(world, end);
  return base !== undefined && measureWidth(line) > room && room - measureWidth(base) - GAP < MIN_LAST;
}

/** Formats one row of the terminal; a long text is cut before its end. */
function formatChoice(world: World, { id, line, end }: Offered): Choice & { name: string } {
  const room = measureRoom(world, end);
  const cut = truncate(line, Math.max(room, LEAST));
  const name = end === "" ? cut : `${cut}${" ".repeat(Math.max(GAP, room + GAP - measureWidth(cut)))}${end}`;
  return { value: id, name, short: id };
}

interface List {
  one: string;
  many: string;
  /** `place`: asks for a place first. */
  asks?: "place";
  /** The list is on this machine, and needs no service. */
  isOffline?: true;
  /** The command takes one value. */
  isForOne?: boolean;
  offer: (context: Context, sought: Sought) => Promise<OfferedList>;
  /** The next step for an empty list. */
  none: Hint | ((context: Context) => Promise<Hint>);
}

const TITLES = { task: ["task", "tasks"], repeat: ["repeat request", "repeat requests"] } as const;

const listRequests = (noun: "task" | "repeat", wanted: "any" | "unfinished" | "completed"): List => ({
  one: TITLES[noun][0],
  many: TITLES[noun][1],
  offer: async (context) => {
    const { offerRequests } = await import("../../app/tasking/offer-requests.ts");
    return { offered: await offerRequests(context, noun, wanted) };
  },
  // Others may exist, which the command does not take.
  none: wanted === "any" ? advice`Request one: ${swath`${noun} create`}` : seeAll(noun),
});

const listInReview = (noun: "task" | "repeat", decision: Decision): List => ({
  one: `${TITLES[noun][0]} in review`,
  many: `${TITLES[noun][1]} in review`,
  offer: async (context) => {
    const { offerInReview } = await import("../../app/tasking/offer-requests.ts");
    return { offered: await offerInReview(context, noun, decision) };
  },
  none: seeAll(noun),
});

const seeAll = (noun: "task" | "repeat"): Hint =>
  advice`See them all: ${noun === "task" ? swath`task list` : swath`search repeats`}`;

const journalRecords = (isOpen: boolean): List => ({
  one: isOpen ? "open journal record" : "journal record",
  many: isOpen ? "open journal records" : "journal records",
  isOffline: true,
  // Each open record has an outcome of its own.
  isForOne: isOpen,
  offer: async (context) => {
    const { offerEntries } = await import("../../app/journal/entries.ts");
    return { offered: await offerEntries(context, isOpen ? { open: true } : {}) };
  },
  none: advice`See the requests that may have cost money: ${swath`journal list`}`,
});

interface Where {
  over: Point | Polygon | undefined;
  centre?: Position;
  /** The answer as typed. */
  radius?: string;
}

const ANYWHERE: Where = { over: undefined };

async function askWhere(context: Context): Promise<Where> {
  const { askPlace, askRadius } = await import("../input/ask-place.ts");
  const centre = await askPlace(context.world);
  if (centre === undefined) return ANYWHERE;
  const point = { type: "Point" as const, coordinates: centre };
  const radius = await askRadius(context);
  if (radius === undefined) return { over: point, centre };
  const { makeDisc } = await import("../../geo/great-circle.ts");
  return { over: makeDisc(point, radius.km), centre, radius: radius.text };
}

/** Returns the search that shows all of a place, beyond the list. */
const writeWiderSearch = ({ centre, radius }: Where): Command =>
  centre === undefined
    ? swath`catalog search --limit ${MORE}`
    : swath`catalog search --point ${centre.join(",")} ${radius === undefined ? [] : ["--radius", radius]} --all`;

const MORE = 500;

/** Radius of the suggested disc around a place without scenes. */
const WIDER = "200km";

async function makeNoScenes({ centre = [], radius }: Where): Promise<AppError> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  const point = centre.join(",");
  const place = placeText({ type: "Point", coordinates: [...centre] });
  const where = place === undefined ? point : `${point}, ${place}`;
  const over = radius === undefined ? "over" : `within ${radius} of`;
  return usageError(
    `there are no scenes ${over} ${where}`,
    advice`Look wider: ${swath`catalog search --point ${point} --radius ${WIDER}`}`,
  );
}

const listProducts = (
  isForOrder: boolean,
  { isForScene = false, one = "product", many = "products" } = {},
): List => ({
  one,
  many,
  asks: "place",
  offer: async (context, sought) => {
    const { offerItems } = await import("../../app/ordering/offer-items.ts");
    return offerItems(context, sought, { isForOrder, isForScene });
  },
  none: advice`Search elsewhere: ${swath`catalog search --place <name>`}`,
});

/** Suggests the profile with which orders were placed. */
async function suggestOrdersElsewhere(context: Context): Promise<Hint> {
  const { countOrdersElsewhere } = await import("../../app/ordering/order-history.ts");
  const elsewhere = await countOrdersElsewhere(context);
  const [newest, ...others] = elsewhere;
  if (newest === undefined) return advice`Place one: ${swath`order place`}`;
  const { countText } = await import("../../counted.ts");
  const { profile, orders } = newest;
  const flags = profile === SANDBOX_PROFILE ? ["--sandbox"] : ["--profile", profile];
  const all = others.length === 0 ? "" : advice`. All orders of this machine: ${swath`order history`}`;
  return advice`Profile ${profile} has ${countText(orders, "order")}: add ${typed(...flags)}${all}`;
}

const LISTS: Readonly<Record<ListName, List>> = {
  task: listRequests("task", "any"),
  "unfinished task": listRequests("task", "unfinished"),
  "completed task": listRequests("task", "completed"),
  "task in review": listInReview("task", "reject"),
  "task to approve": listInReview("task", "approve"),
  "repeat request": listRequests("repeat", "any"),
  "unfinished repeat request": listRequests("repeat", "unfinished"),
  "repeat request in review": listInReview("repeat", "reject"),
  "repeat request to approve": listInReview("repeat", "approve"),
  order: {
    one: "order",
    many: "orders",
    offer: async (context) => {
      const { offerOrders } = await import("../../app/ordering/order-history.ts");
      return { offered: await offerOrders(context) };
    },
    none: suggestOrdersElsewhere,
  },
  "journal record": journalRecords(false),
  "open journal record": journalRecords(true),
  scene: listProducts(false, { isForScene: true, one: "scene", many: "scenes" }),
  "archive item": listProducts(true),
  "catalog item": listProducts(false),
};
