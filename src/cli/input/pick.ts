/** The lists from which a missing id or item is chosen, searched by typing; `picked-from.ts` declares which is whose. */
import type { Offered } from "../../app/offered.ts";
import type { Position } from "../../geo/geojson.ts";
import { AppError } from "../../errors.ts";
import { advice, Command, swath, type Hint } from "../../hint.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { displayWidth, truncate } from "../../render/width.ts";
import type { Context } from "../context.ts";
import { findChoices } from "./find-choices.ts";
import type { ListName, PickList } from "./picked-from.ts";
import { askSearch, askSearchMany } from "./prompt.ts";
import type { Choice, World } from "../world.ts";

/** Errors: USAGE where there is nothing to choose from, CONFIG_MISSING_BASE_URL before any question. */
export async function pick(context: Context, { list }: PickList, flag?: string): Promise<string[]> {
  const [{ orSay }, { requireDestination }] = await Promise.all([
    import("../../app/consent.ts"),
    import("../../app/service/connection.ts"),
  ]);
  requireDestination(context);
  const { one, many, asks, offer, none } = LISTS[list];
  const chosen = (async (): Promise<string[]> => {
    const over = asks === "place" ? await askWhere(context) : undefined;
    // Without a server the archive is opened in this process, which can draw nothing meanwhile.
    await context.waitLine?.announce(`Looking for ${many}`);
    const offered = await offer(context, over);
    if (over !== undefined && offered.length === 0) throw await noScenes(over);
    if (offered.length === 0)
      throw new AppError("usage", "USAGE", `no ${one} is given, and there is none to choose from`, {
        hint: typeof none === "function" ? await none(context) : none,
      });
    return choose(context, list, offered);
  })();
  const ids = await orSay(context, chosen, "Nothing was chosen");
  context.world.ids?.picked(ids, flag);
  return ids;
}

async function choose(
  { world, dialect }: Context,
  list: ListName,
  offered: readonly Offered[],
): Promise<string[]> {
  const { one, many } = LISTS[list];
  const find = findChoices(
    offered.map((each) => {
      const { id, line, end, words = "" } = each;
      return { choice: choiceOf(world, each), text: `${line} ${end} ${id} ${words}` };
    }),
  );
  if (offered.length === 1) return [await askSearch(world, `Which ${one}?`, find, { isLoaded: true })];
  const { moneyText, sumsByCurrency } = await import("../../domain/spending/money.ts");
  const byId = new Map(offered.map((each) => [each.id, each]));
  const isPriced = offered.some(({ price }) => price !== undefined);
  const sum = (ids: readonly string[]): string => {
    const count = `${ids.length} of ${offered.length} ticked`;
    if (!isPriced || ids.length === 0) return count;
    const prices = ids.map((id) => ({ price: byId.get(id)?.price, dollar: dialect["currency.$"] }));
    const open = prices.filter(({ price }) => price === undefined).length;
    const sums = sumsByCurrency(prices).map(moneyText).join(" + ");
    return [
      count,
      ...(sums === "" ? [] : [sums]),
      ...(open === 0 ? [] : [`${open} without a known price`]),
    ].join(", ");
  };
  return [...(await askSearchMany(world, `Which ${many}?`, find, sum))];
}

/** The pointer, the tick and blanks around them. */
const MARKS = 8;
const GAP = 2;
const DEFAULT_COLUMNS = 80;
/** A line is never cut to less. */
const LEAST = 10;

/** One row of the terminal; what has no room is cut before the end. */
function choiceOf({ stderr }: World, { id, line, end }: Offered): Choice {
  const room = (stderr.columns || DEFAULT_COLUMNS) - MARKS - (end === "" ? 0 : GAP + displayWidth(end));
  const cut = truncate(line, Math.max(room, LEAST));
  const name = end === "" ? cut : `${cut}${" ".repeat(Math.max(GAP, room + GAP - displayWidth(cut)))}${end}`;
  return { value: id, name, short: id };
}

interface List {
  one: string;
  many: string;
  /** `place`: where is asked first. */
  asks?: "place";
  offer: (context: Context, over: Position | undefined) => Promise<readonly Offered[]>;
  /** What to type where there is nothing. */
  none: Hint | ((context: Context) => Promise<Hint>);
}

const TITLES = { task: ["task", "tasks"], repeat: ["repeat request", "repeat requests"] } as const;

const requests = (noun: "task" | "repeat", wanted: "any" | "unfinished" | "completed"): List => ({
  one: TITLES[noun][0],
  many: TITLES[noun][1],
  offer: async (context) => {
    const { offerRequests } = await import("../../app/tasking/offer-requests.ts");
    return offerRequests(context, noun, wanted);
  },
  none: advice`Request one: ${swath`${noun} create`}`,
});

const inReview = (noun: "task" | "repeat"): List => ({
  one: `${TITLES[noun][0]} in review`,
  many: `${TITLES[noun][1]} in review`,
  offer: async (context) => {
    const { offerInReview } = await import("../../app/tasking/offer-requests.ts");
    return offerInReview(context, noun);
  },
  none: advice`See them all: ${swath`${noun} list`}`,
});

async function askWhere({ world }: Context): Promise<Position | undefined> {
  const { askPlace } = await import("./ask-place.ts");
  return askPlace(world);
}

/** The disc that is suggested around a place without scenes. */
const WIDER = "200km";

async function noScenes(over: Position): Promise<AppError> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  const point = over.join(",");
  const place = placeText({ type: "Point", coordinates: [...over] });
  const where = place === undefined ? point : `${point}, ${place}`;
  return new AppError("usage", "USAGE", `there are no scenes over ${where}`, {
    hint: advice`Look wider: ${swath`catalog search --point ${point} --radius ${WIDER}`}`,
  });
}

const products = (isForOrder: boolean): List => ({
  one: "product",
  many: "products",
  asks: "place",
  offer: async (context, over) => {
    const { offerItems } = await import("../../app/ordering/offer-items.ts");
    return offerItems(context, over, { isForOrder });
  },
  none: advice`Search elsewhere: ${swath`catalog search --place <name>`}`,
});

/** Orders that were placed with another profile are chosen from with that profile. */
async function whereOrdersAre(context: Context): Promise<Hint> {
  const { ordersElsewhere } = await import("../../app/ordering/offer-orders.ts");
  const elsewhere = await ordersElsewhere(context);
  const [newest, ...others] = elsewhere;
  if (newest === undefined) return advice`Place one: ${swath`order place`}`;
  const { countText } = await import("../../render/quantity-text.ts");
  const { profile, orders } = newest;
  const flags = profile === SANDBOX_PROFILE ? ["--sandbox"] : ["--profile", profile];
  const isNamed = context.options.profile !== undefined || context.options.sandbox === true;
  const command = new Command(
    flags.map((text) => ({ text })),
    "again",
    isNamed ? { without: ["--profile=", "--sandbox"] } : {},
  );
  const all = others.length === 0 ? "" : advice`. All orders of this machine: ${swath`order history`}`;
  return advice`Profile ${profile} has ${countText(orders, "order")}${command}${all}`;
}

const LISTS: Readonly<Record<ListName, List>> = {
  task: requests("task", "any"),
  "unfinished task": requests("task", "unfinished"),
  "completed task": requests("task", "completed"),
  "task in review": inReview("task"),
  "repeat request": requests("repeat", "any"),
  "unfinished repeat request": requests("repeat", "unfinished"),
  "repeat request in review": inReview("repeat"),
  order: {
    one: "order",
    many: "orders",
    offer: async (context) => {
      const { offerOrders } = await import("../../app/ordering/offer-orders.ts");
      return offerOrders(context);
    },
    none: whereOrdersAre,
  },
  "archive item": products(true),
  "catalog item": products(false),
};
