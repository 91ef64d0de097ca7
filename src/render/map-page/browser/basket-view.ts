/**
 * The bar of the ticked rows: their total, and buttons to copy the order command, to save its items, and to untick.
 */
import { countText, groupedText } from "../../../counted.ts";
import { timeForPeople } from "../../../time/timestamp.ts";
import { findById, make } from "../../page/browser/dom.ts";
import type { MapCommand, MapPrice } from "../model.ts";
import type { PageData } from "../page-data.ts";
import {
  formatIdLines,
  ITEMS_FILE,
  writeItemsFile,
  orderCommand,
  ownCommands,
  type CopiedText,
} from "./order-commands.ts";
import type { PageRows, PageRow } from "./page-rows.ts";

const [verb, shell] = [findById<HTMLSelectElement>("verb"), findById<HTMLSelectElement>("shell")];
const [line, note] = [findById<HTMLTextAreaElement>("command"), findById("copy-note")];
const findButton = (id: string): HTMLButtonElement => findById<HTMLButtonElement>(id);
const [copy, save, untick] = [findButton("copy"), findButton("save"), findButton("untick")];

export function showBasket(rows: PageRows, data: PageData): void {
  const canOrder = data.rows.some(({ items = [] }) => items.length > 0);
  const { ofIds } = data.command;
  const hasCommands = ofIds !== undefined || data.rows.some(({ command }) => command !== undefined);
  shell.value = data.command.shell;
  if (!canOrder) showWithoutOrder(hasCommands);
  showWithPrices(data);
  const copiedText = (): CopiedText => {
    const frame = { ...data.command, shell: shell.value as MapCommand["shell"] };
    const ticked = rows.ticked.map((row) => row.data);
    if (canOrder) return orderCommand(verb.value as "review" | "place", listOrderItems(rows.ticked), frame);
    if (ofIds !== undefined)
      return ownCommands([[...ofIds, ...ticked.map(({ id, label }) => id ?? label)]], frame);
    if (!hasCommands) return formatIdLines(ticked);
    return ownCommands(
      ticked.map(({ command = [] }) => command),
      frame,
    );
  };
  let remark = "";
  const show = (): void => {
    const { total, note: about } = describeTicked(rows, data);
    findById("sum").replaceChildren(total, make("small", {}, about));
    for (const element of [findById("actions"), copy]) element.hidden = rows.ticked.length === 0;
    const copied = copiedText();
    line.value = copied.text ?? "";
    line.hidden = copied.text === undefined || !(canOrder || hasCommands);
    copy.disabled = copied.text === undefined;
    // Shows a short command completely, and the beginning of a long one.
    line.rows = Math.min(4, Math.max(1, Math.ceil(line.value.length / 60)));
    remark = copied.remark ?? "";
    note.textContent = remark;
  };
  copy.addEventListener("click", () => void copyLine(remark));
  save.addEventListener("click", () => saveItems(listOrderItems(rows.ticked)));
  untick.addEventListener("click", () => {
    rows.tick(rows.ticked, false);
    findById("rows").focus();
  });
  verb.addEventListener("change", show);
  shell.addEventListener("change", show);
  rows.on("ticked", show);
  show();
}

/** Hides the order command, for rows that no command orders, such as tasks and windows. */
function showWithoutOrder(hasCommands: boolean): void {
  for (const element of [verb.parentElement!, save]) element.hidden = true;
  if (hasCommands) return;
  shell.parentElement!.hidden = true;
  copy.textContent = "Copy the ids";
}

function showWithPrices({ command: { withPrices = "" } }: PageData): void {
  findById("with-prices").hidden = withPrices === "";
  findById("price-command").textContent = withPrices;
}

async function copyLine(remark: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(line.value);
    note.textContent = `${remark} Copied.`.trim();
  } catch {
    // The page has no access to the clipboard: the text is selected, and the browser's own command copies it.
    findById<HTMLDetailsElement>("actions").open = true;
    line.hidden = false;
    line.focus();
    line.select();
    note.textContent = "The browser does not let the page copy. The text is selected: press Ctrl-C.";
  }
}

function saveItems(items: readonly unknown[]): void {
  const url = URL.createObjectURL(new Blob([writeItemsFile(items)], { type: "application/json" }));
  make("a", { href: url, download: ITEMS_FILE }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  note.textContent = `Saved as ${ITEMS_FILE}.`;
}

// The totals of the ticked rows: number, coverage and price, with notes.

function describeTicked(rows: PageRows, { madeAt = "" }: PageData): { total: string; note: string } {
  const { ticked } = rows;
  const noun = rows.hasScenes ? "product" : "row";
  if (ticked.length === 0) {
    const note =
      rows.all.length === 0 ? "" : `Nothing ticked: tick ${noun}s in the table, or click a footprint.`;
    return { total: "", note };
  }
  const items = listOrderItems(ticked).length;
  // A row may represent several items, all ordered by its command.
  const holding = items > ticked.length ? `, ${countText(items, "item")}` : "";
  const parts = [`${countText(ticked.length, noun)} ticked${holding}`];
  const { percent, km2 } = rows.coverage.together(ticked.map(({ data }) => data.geometry));
  if (percent !== undefined) parts.push(`${percent} % of the area`);
  else if (km2 !== undefined && km2 > 0) parts.push(`${formatArea(km2)} km²`);
  const prices = ticked.flatMap(({ data: { price } }) => price ?? []);
  for (const currency of new Set(prices.map((price) => price.currency)))
    parts.push(priceSumText(prices.filter((price) => price.currency === currency)));
  const notes: string[] = [];
  if (prices.length === 0 && rows.hasScenes) notes.push("prices not read");
  if (prices.length > 0) {
    const without = ticked.length - prices.length;
    if (without > 0) notes.push(`${countText(without, noun)} without a price`);
    if (madeAt !== "") notes.push(`prices read ${timeForPeople(madeAt, true)}`);
  }
  return { total: parts.join(" · "), note: notes.join(" · ") };
}

/** Returns the different order items of all rows. Two pairs may share a scene, which is ordered once. */
function listOrderItems(rows: readonly PageRow[]): unknown[] {
  const all = rows.flatMap(({ data: { items = [] } }) => items);
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}

const formatArea = (km2: number): string => (km2 < 10 ? km2.toFixed(2) : groupedText(Math.round(km2)));

/** Returns the sum of prices in one currency, written like the first price. */
function priceSumText(prices: readonly MapPrice[]): string {
  const [{ currency, text = `${currency} 0` }] = prices as readonly [MapPrice];
  const [, before, after] = /^(\D*)[\d.,]+(.*)$/.exec(text) ?? [text, `${currency} `, ""];
  const [whole = "", cents] = prices
    .reduce((sum, { amount }) => sum + amount, 0)
    .toFixed(2)
    .split(".");
  return `${before}${groupedText(Number(whole))}.${cents}${after}`;
}
