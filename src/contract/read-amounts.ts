/**
 * Finds the amounts of money in a review or an estimate, whatever their names.
 *
 * The interface names no field of a price, and a total that is overlooked is paid. So an unknown name is the expensive case:
 * a number is money unless its name says that it is something else.
 *
 * - A short text with a currency and a digit (`$9,000`, `9000 EUR`, `9000 dollars`) is money under any name, except in a note
 *   (`description`).
 * - A number, or a text of digits in any script, is money unless the last word of its name, or of an object around it, is an id, a
 *   time or a measure, or the word of its name is a thing that is counted. So `betrag: 9000` is money, but `totalItems: 3`,
 *   `granuleId: "1234"` and `accountingSize: {unit: "sqkm", value: 25}` are not.
 * - A price of a measure (`costPerKm2`) is not the price of the order. A price of a piece is multiplied by the `quantity` beside it.
 * - A code and digits under the name of an id, a time or a kind are not an amount: `granuleId: "SAR20231118"` is not in riyals.
 * - A text without an amount (`on request`) is an unreadable amount if its name is a price (`cost`), unless it means zero (`free`).
 * - A ratio (`10.00%`) and a negative amount cannot raise a price. Under the name of a price they are unreadable, except in a discount.
 * - The funds of a customer (`budget`, `balance`) and the description of a caller (`user`) are not a price.
 *
 * Example: `{total: "$490.00", tax: "$300.00", totalWithTax: "$790.00", items: [{cost: "$490.00", size: 36000}]}` has the amounts
 * $490, $300 and $790.
 */
import { isJsonObject, toJsonObject } from "./json-object.ts";

/** An amount as the service writes it; a bare number gets the currency beside it. */
export interface FoundAmount {
  text: string;
  /** The names that lead to it: `summary.totalWithTax`. */
  field: string;
}

/** The amounts of one element of a list. */
export interface AmountLine {
  amounts: readonly string[];
  /** The amounts of one piece; empty without a number of pieces. */
  each: readonly string[];
  /** The number of pieces. */
  times: number;
}

export interface FoundAmounts {
  all: FoundAmount[];
  /** The amounts of a list may be parts of a price, so that their sum counts as well. */
  lists: AmountLine[][];
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const IDS_AND_TIMES =
  "id ids uuid guid key code number ref reference version index hash checksum digest sequence serial position " +
  "date time at on timestamp day days hour hours minute minutes second seconds week weeks month months year years " +
  "duration expiry expiration expires created updated window interval until since deadline start end";
const MEASURES =
  "size area length width height km sqkm ha bytes kb mb gb resolution spacing distance angle degrees lat latitude lon lng " +
  "longitude bbox coordinates geometry footprint elevation azimuth range incidence nadir orbit bandwidth frequency looks pixels " +
  "epsg shape bands min max percent percentage pct ratio share coverage cover constraints parameters config settings links assets";
const NOT_MONEY = setOf(`${IDS_AND_TIMES} ${MEASURES}`);
const OF_MEASURE = setOf(MEASURES);
const OF_ID_OR_TIME = setOf(IDS_AND_TIMES);
/** Words of a number that is not money. An object with such a name may contain a price. */
const PLAIN_NUMBERS = setOf(
  "status ttl timeout in for ms ts epoch eta phone fax zip postcode account customer reseller project center centre attribute " +
    "type kind mode sensor instrument platform satellite mission path row rows column columns frame crs px bits progress score " +
    "confidence complete overlap rank level depth precision decimals kilometers kilometres meters metres",
);
/** Words that are money only with the name of a price: `feeMax` is money, `offNadirMax` is not. */
const BOUNDS = setOf("min max range");
const DISCOUNTS = setOf(
  "discount discounts rebate rebates adjustment adjustments reduction reductions savings",
);
const SURCHARGES = setOf("uplift uplifts surcharge surcharges fee fees tax taxes vat");
const COUNTED = setOf(
  "count quantity qty copies pieces pages page items item scenes scene images image granules granule collects collect products " +
    "product tasks task lines line units unit",
);
const ESTIMATES = setOf("pricing estimate estimated invoice quote billing due payable");
const FUNDS = setOf("budget balance limit allowance quota credit credits funds remaining available");
const NOTES = setOf(
  "name description note notes message messages comment comments reason label title text terms email url href link hint attribute",
);
const CALLER = setOf("user organization organisation");
const PRICES = setOf(
  "total totals subtotal cost costs price prices amount amounts fee fees charge charges sum",
);
const PLURAL_PRICES = setOf("costs prices fees charges amounts");
const CERTAIN_PRICES = setOf("cost costs price prices fee fees charge charges");
const PIECES = setOf("quantity qty copies pieces units");
const ZERO =
  /^(?:free(?: of charge)?|incl(?:\.|uded)?|no (?:charge|cost|fee)s?|none|gratis|complimentary|waived|zero)$/i;
const MEASURED_UNIT =
  /^(?:(?:sq\.?\s?|square\s?)?k?m(?:2|²|\^2)?|(?:square )?(?:kilo)?met(?:er|re)s?|ha|hectares?|[kmgt]?b|bytes|s|min|h|days?|deg|°|%)$/i;

/** The names of a service repeat in every record. */
const MAX_REMEMBERED = 5000;

function memoizeByName<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    let value = known.get(name);
    if (value !== undefined) return value;
    value = read(name);
    if (known.size < MAX_REMEMBERED) known.set(name, value);
    return value;
  };
}

/** Returns the words of a name in lower case: `totalWith_Tax` has three. */
export const wordsOf = memoizeByName((name): readonly string[] =>
  name
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== ""),
);

/** Returns the letters of a name: case, `_`, `-` and other marks do not distinguish names of a service. */
export const lettersOf = memoizeByName((name) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, ""),
);

/** Returns whether one of the words of a name is a price: `estimatedCost`, `costPerImage`. */
const isPriceName = (name: string): boolean => wordsOf(name).some((word) => PRICES.has(word));

/** Returns whether a price is that of a piece or a measure: `unitPrice`, `costPerImageEstimate`. */
function isUnitPriceName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => word === "per" || word === "each" || word === "unit") && isPriceName(name);
}

/** Returns whether a member is subtracted from a price: `volumeDiscount`. */
export const isDiscountName = (name: string): boolean => wordsOf(name).some((word) => DISCOUNTS.has(word));

/** Returns whether a member is added to a subtotal: `licenseUplift`. */
export const isSurchargeName = (name: string): boolean => wordsOf(name).some((word) => SURCHARGES.has(word));

const DIGITS = /^\+?\p{Nd}[\p{Nd}.,'’\s]*(?:e[+-]?\d+)?$/iu;
const NAMED_CURRENCY = /^\p{Nd}[\p{Nd}.,'’\s]*(?:dollar|euro|pound|franc)s?$/iu;
const CODED = /^(?:([A-Z]{3})\s?\p{Nd}[\p{Nd}.,'’\s]*|\p{Nd}[\p{Nd}.,'’\s]*?\s?([A-Z]{3}))$/u;
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
const NEGATIVE = /^\(?\s*(?:\p{Sc}\s*)?[-−]|^\(/u;
const MAX_AMOUNT_LENGTH = 60;

function hasCurrency(text: string, name: string): boolean {
  if (text.length > MAX_AMOUNT_LENGTH) return false;
  if (/\p{Sc}/u.test(text) && /\p{Nd}/u.test(text)) return true;
  const [, before = "", after = ""] = CODED.exec(text) ?? [];
  const last = wordsOf(name).at(-1) ?? "";
  const isOfId = OF_ID_OR_TIME.has(last) || PLAIN_NUMBERS.has(last);
  return NAMED_CURRENCY.test(text) || (CODES.has(before || after) && !isOfId);
}

/** Returns a JSON number as a price. A third decimal gets a fourth one: unlike in a text, its point is no mark of thousands. */
const numberText = (value: number): string => {
  const text = String(value);
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
};

const withCurrency = (text: string, currency: string): string =>
  currency === "" || !DIGITS.test(text)
    ? text
    : currency.length === 3
      ? `${currency} ${text}`
      : currency + text;

/** Returns the currency beside the numbers of an object; empty without one. */
export function readCurrency(object: Readonly<Record<string, unknown>>): string {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value !== "string" || !wordsOf(name).includes("currency")) continue;
    const text = value.trim();
    if (/^[a-z]{3}$/i.test(text)) return text.toUpperCase();
    if (/^\p{Sc}$/u.test(text)) return text;
  }
  return "";
}

const AMOUNTS_OF_OBJECT = ["amount", "value", "total", "price", "cost"];

/** Returns a price as text: a text unchanged, a number without formatting, `{amount, currency}` in one. */
export function formatAmount(value: unknown, currency = ""): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : withCurrency(value, currency);
  if (typeof value === "number") return withCurrency(numberText(value), currency);
  if (!isJsonObject(value)) return undefined;
  const inner = readCurrency(value) || currency;
  for (const wanted of AMOUNTS_OF_OBJECT)
    for (const [name, member] of Object.entries(value))
      if (lettersOf(name) === wanted && (typeof member === "string" || typeof member === "number"))
        return formatAmount(member, inner);
  return undefined;
}

/** Returns the prices under these names, in their order. `names` are letters as `lettersOf` returns them. */
export const listPrices = (
  level: Readonly<Record<string, unknown>>,
  names: readonly string[],
  currency = readCurrency(level),
): string[] =>
  names.flatMap((wanted) =>
    Object.entries(level).flatMap(([name, value]) =>
      lettersOf(name) === wanted ? (formatAmount(value, currency) ?? []) : [],
    ),
  );

/** Deeper values are not looked at: the price is unreadable. */
const DEEPEST = 60;

interface Place {
  field: string;
  name: string;
  /** In an object whose name is not that of money. */
  isMeasured: boolean;
  currency: string;
  depth: number;
}

/** Returns all amounts of a review, and those of each list in it. */
export function findAmounts(value: unknown): FoundAmounts {
  const lists: AmountLine[][] = [];
  const all = collectAmounts(
    value,
    { field: "", name: "", isMeasured: false, currency: "", depth: 0 },
    lists,
  );
  return { all: all.filter(isNotZero), lists };
}

const isNotZero = ({ text }: Pick<FoundAmount, "text">): boolean =>
  !/^[^\p{Nd}]*[0.,\s]*0[^\p{Nd}]*$/u.test(text);

function collectAmounts(value: unknown, at: Place, lists: AmountLine[][]): FoundAmount[] {
  if (at.depth > DEEPEST) return [{ text: "too many levels", field: at.field }];
  if (typeof value === "number") return readNumberAmount(value, at);
  if (typeof value === "string") return readTextAmount(value.trim(), at);
  if (Array.isArray(value)) {
    const found = value.map((element) => collectAmounts(element, { ...at, depth: at.depth + 1 }, lists));
    // The sum of discounts is not a price.
    if (found.length > 1 && !isDiscountName(at.name))
      lists.push(found.map((amounts, index) => toAmountLine(value[index], amounts)));
    return found.flat();
  }
  return isJsonObject(value) ? collectObjectAmounts(value, at, lists) : [];
}

function readNumberAmount(value: number, { name, field, isMeasured, currency }: Place): FoundAmount[] {
  if (value < 0 || isMeasured || !canBeMoney(name, field)) return [];
  return [{ text: withCurrency(numberText(value), currency), field }];
}

/** Returns whether a number may be money. `field`: the names that lead to it, because `max` may be the maximum of a price. */
function canBeMoney(name: string, field = name): boolean {
  const last = wordsOf(name).at(-1) ?? "";
  if (BOUNDS.has(last)) return isOfPrice(field.split(".").slice(-2).join("."));
  if (isUnitPriceName(name)) return !OF_MEASURE.has(last);
  return !NOT_MONEY.has(last) && !COUNTED.has(last) && !PLAIN_NUMBERS.has(last);
}

function readTextAmount(text: string, { name, field, isMeasured, currency }: Place): FoundAmount[] {
  const last = wordsOf(name).at(-1) ?? "";
  if (text === "" || NOTES.has(last) || ZERO.test(text)) return [];
  const isLess = text.endsWith("%") || NEGATIVE.test(text);
  if (isLess && (!PRICES.has(last) || wordsOf(field).some((word) => DISCOUNTS.has(word)))) return [];
  if (DIGITS.test(text))
    return isMeasured || !canBeMoney(name, field) ? [] : [{ text: withCurrency(text, currency), field }];
  if (hasCurrency(text, name)) return isUnitPriceName(name) && OF_MEASURE.has(last) ? [] : [{ text, field }];
  return PRICES.has(last) && !isMeasured ? [{ text, field }] : [];
}

function collectObjectAmounts(
  object: Readonly<Record<string, unknown>>,
  at: Place,
  lists: AmountLine[][],
): FoundAmount[] {
  const currency = readCurrency(object) || at.currency;
  const isMeasure = MEASURED_UNIT.test(readUnit(object));
  const members = Object.entries(object).map(([name, value]): FoundAmount[] => {
    const last = wordsOf(name).at(-1) ?? "";
    if (FUNDS.has(last) || CALLER.has(last)) return [];
    const isMeasured = at.isMeasured || isMeasure || (typeof value === "object" && NOT_MONEY.has(last));
    return collectAmounts(
      value,
      {
        field: at.field === "" ? name : `${at.field}.${name}`,
        name,
        isMeasured: isMeasured && !CERTAIN_PRICES.has(last),
        currency,
        depth: at.depth + 1,
      },
      lists,
    );
  });
  const found = members.flat();
  if (isMapOfPrices(at.name, object)) lists.push(members.map((amounts) => toAmountLine(undefined, amounts)));
  const line = toAmountLine(object, found);
  if (line.times > 1) lists.push([line]);
  // `cost: {status: "pending"}` is a price that cannot be read.
  const isPrice = CERTAIN_PRICES.has(wordsOf(at.name).at(-1) ?? "");
  if (isPrice && found.length === 0 && Object.values(object).some((value) => value !== null))
    return [{ text: JSON.stringify(object).slice(0, MAX_AMOUNT_LENGTH), field: at.field }];
  return found;
}

/**
 * Returns the prices in a record of a task or a series, besides those of its cost summary. A record has many numbers, so that only
 * texts with a currency and members with the name of a price are read.
 */
export function findPricesOfRecord(record: unknown): { whole: string[]; perPiece: string[] } {
  const whole: string[] = [];
  const perPiece: string[] = [];
  const { properties } = toJsonObject(record);
  for (const place of [toJsonObject(record), toJsonObject(properties)])
    for (const [name, value] of Object.entries(place)) {
      const isText = typeof value === "string" && hasCurrency(value.trim(), name);
      if (name === "order" || name === "properties" || !(isText || isOfPrice(name))) continue;
      const texts = findAmounts({ [name]: value }).all.map(({ text }) => text);
      (isUnitPriceName(name) ? perPiece : whole).push(...texts);
    }
  return { whole, perPiece };
}

const isOfPrice = (name: string): boolean =>
  wordsOf(name).some((word) => PRICES.has(word) || ESTIMATES.has(word));

/**
 * Returns whether the members of an object are the prices of several things: `costPerProduct: {GEO: 1, SICD: 2}`. Those of one
 * with a total are not.
 */
function isMapOfPrices(name: string, object: Readonly<Record<string, unknown>>): boolean {
  const words = wordsOf(name);
  const isOfPrices = PLURAL_PRICES.has(words.at(-1) ?? "") || (words.includes("per") && isPriceName(name));
  return isOfPrices && !Object.keys(object).some(isTotalName);
}

const isTotalName = (name: string): boolean => /total|sum/.test(lettersOf(name));

function readUnit(object: Readonly<Record<string, unknown>>): string {
  for (const [name, value] of Object.entries(object))
    if (typeof value === "string" && /^(?:unit|units|uom)$/.test(lettersOf(name))) return value.trim();
  return "";
}

/** Returns the amounts of a list's element. Its prices of a piece, or all but its totals, are multiplied by its pieces. */
function toAmountLine(element: unknown, found: readonly FoundAmount[]): AmountLine {
  const amounts = found.filter(isNotZero).map(({ text }) => text);
  const times = isJsonObject(element) ? countPieces(element) : 1;
  if (times <= 1) return { amounts, each: [], times: 1 };
  const readMember = ({ field }: FoundAmount): string => field.slice(field.lastIndexOf(".") + 1);
  const each = found.filter((amount) => isUnitPriceName(readMember(amount)));
  const parts = found.filter((amount) => !isTotalName(readMember(amount)));
  return { amounts, each: (each.length > 0 ? each : parts).filter(isNotZero).map(({ text }) => text), times };
}

/** Returns the number of pieces beside a price; 1 without one, and for an area. */
function countPieces(element: Readonly<Record<string, unknown>>): number {
  if (MEASURED_UNIT.test(readUnit(element))) return 1;
  for (const [name, value] of Object.entries(element)) {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number === "number" && PIECES.has(lettersOf(name)) && number > 1) return Math.ceil(number);
  }
  return 1;
}
