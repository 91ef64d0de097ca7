/** The next step below scenes on a terminal: the command that orders them. */
import type { FoundItem } from "../../app/catalog/found-items.ts";
import type { Context } from "../../cli/context.ts";
import {
  findCommonProduct,
  listItemProducts,
  groupScenes,
  findShortSceneId,
} from "../../domain/catalog/scene.ts";
import { formatMoney, sumMoney } from "../../domain/price/money.ts";
import { advice, swath } from "../../hint.ts";

/** Maximum number of scenes in a suggested command. */
const MAX_NAMED = 30;

interface OrderHint {
  /** Describes the scenes. */
  title: string;
  /** Whether the list of the last search has the scenes. */
  isListed: boolean;
  /** The product type to order if all scenes have it. */
  preferred?: string;
}

/** Suggests the command that orders one product of each scene, or else the list of the last search if it has them. */
export function hintAtOrder(
  context: Context,
  found: readonly FoundItem[],
  { title, isListed, preferred }: OrderHint,
): void {
  const { notes, dialect } = context;
  const scenes = groupScenes(found).map(({ items }) => items);
  const type = findCommonProduct(
    scenes.map((items) => items.map(({ item }) => item)),
    preferred,
  );
  const words = scenes.flatMap(([{ item }]) => findShortSceneId(item) ?? []).map((id) => `${id}:${type}`);
  if (type === undefined || words.length === 0 || words.length > MAX_NAMED) {
    if (isListed) hintAtList(context);
    return;
  }
  if (preferred !== undefined && type !== preferred)
    notes.note(`no ${preferred} of ${title} was found: the suggested order is of ${type}`);
  const ordered = found.filter(({ item }) => listItemProducts([item]).includes(type));
  const total = sumMoney(
    ordered.map(({ price }) => price?.text),
    dialect["currency.$"],
  );
  const price = total === undefined ? "" : ` for ${formatMoney(total)}`;
  notes.hint(advice`Order ${title}${price}: ${swath`order place ${words}`}`);
}

/** Suggests the list of the last search. */
export const hintAtList = ({ notes }: Context): void =>
  notes.hint(advice`Tick scenes, see their price and buy: ${swath`order place`}`);
