/** What was ticked: how many, how much they cover and cost, and the commands that order them. */
import { minuteText } from "../../../time/minute-text.ts";
import { byId, counted, grouped, make } from "../../page/browser/dom.ts";
import type { MapPrice } from "../model.ts";
import { ITEMS_FILE, itemsFile, orderCommand, type CommandShell } from "./order-commands.ts";
import type { PageData, RowData } from "../page-data.ts";
import type { PageRow, PageRows } from "./page-rows.ts";

export function showBasket(rows: PageRows, data: PageData): void {
  const [verb, shell] = [byId<HTMLSelectElement>("verb"), byId<HTMLSelectElement>("shell")];
  const actions = byId("actions");
  const [sum, line, note] = [byId("sum"), byId<HTMLTextAreaElement>("command"), byId("copy-note")];
  const [copy, save, untick] = [
    byId<HTMLButtonElement>("copy"),
    byId<HTMLButtonElement>("save"),
    byId<HTMLButtonElement>("untick"),
  ];
  const canOrder = data.rows.some((row) => itemsOf(row).length > 0);
  shell.value = data.command.shell;
  if (!canOrder) {
    verb.parentElement!.hidden = true;
    shell.parentElement!.hidden = true;
    copy.textContent = "Copy the ids";
    save.hidden = true;
  }

  const items = (): unknown[] => orderedBy(rows.ticked);

  const write = (): { text: string; isSound: boolean } => {
    if (!canOrder) return { text: rows.ticked.map(({ data: { label } }) => label).join("\n"), isSound: true };
    const command = orderCommand(
      verb.value as "review" | "place",
      items(),
      data.command.carried,
      shell.value as CommandShell,
      data.command.program,
    );
    note.textContent = !command.ok
      ? command.reason
      : command.needsFile
        ? `The command is long, so it reads the file: save the order items as ${ITEMS_FILE} where you run it.`
        : "";
    return { text: command.ok ? command.text : "", isSound: command.ok };
  };

  const show = (): void => {
    const { ticked } = rows;
    const [total, about] = sumText(rows, ticked, data);
    sum.replaceChildren(...(total === "" ? [] : [total]), make("small", {}, about));
    actions.hidden = ticked.length === 0;
    copy.hidden = ticked.length === 0;
    for (const button of [copy, save, untick]) button.disabled = ticked.length === 0;
    line.hidden = ticked.length === 0 || !canOrder;
    note.textContent = "";
    if (ticked.length === 0) return;
    const { text, isSound } = write();
    line.value = text;
    line.hidden ||= !isSound;
    copy.disabled = !isSound;
    // All of a short command, and the beginning of a long one.
    line.rows = Math.min(4, Math.max(1, Math.ceil(text.length / 60)));
  };

  const copyCommand = async (): Promise<void> => {
    const { text } = write();
    const done = (): void => {
      note.textContent = [note.textContent, "Copied."].filter((part) => part !== "").join(" ");
    };
    // Without permission the text is selected, and the browser's own command copies it.
    const byHand = (): void => {
      byId<HTMLDetailsElement>("actions").open = true;
      actions.hidden = false;
      line.hidden = false;
      line.value = text;
      line.focus();
      line.select();
      note.textContent = "The browser does not let the page copy. The text is selected: press Ctrl-C.";
    };
    if (await copyText(text)) done();
    else byHand();
  };
  copy.addEventListener("click", () => void copyCommand());
  save.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([itemsFile(items())], { type: "application/json" }));
    make("a", { href: url, download: ITEMS_FILE }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    note.textContent = `Saved as ${ITEMS_FILE}.`;
  });
  untick.addEventListener("click", () => {
    rows.tick(rows.ticked, false);
    byId("rows").focus();
  });
  verb.addEventListener("change", show);
  shell.addEventListener("change", show);
  rows.on("ticked", show);
  show();
}

const itemsOf = ({ item, items }: RowData): readonly unknown[] => items ?? (item === undefined ? [] : [item]);

/** The items of all rows, each once: two pairs may share a scene. */
function orderedBy(rows: readonly PageRow[]): unknown[] {
  const all = rows.flatMap((row) => itemsOf(row.data));
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}

/** False where the browser has no clipboard for the page, or the reader forbids it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** What the ticked rows are together, and what is to be known about it. */
function sumText(rows: PageRows, ticked: readonly PageRow[], data: PageData): [total: string, note: string] {
  const noun = rows.hasScenes ? "product" : "row";
  if (ticked.length === 0) {
    const what =
      rows.all.length === 0 ? "" : `Nothing ticked: tick ${noun}s in the table, or click a footprint.`;
    return ["", what];
  }
  const items = orderedBy(ticked).length;
  // A row may stand for several items, which its command orders all.
  const holding = items > ticked.length ? `, ${counted(items, "item")}` : "";
  const parts = [`${counted(ticked.length, noun)} ticked${holding}`];
  const { percent, km2 } = rows.coveredBy(ticked);
  if (percent !== undefined) parts.push(`${percent} % of the area`);
  else if (km2 !== undefined && km2 > 0) parts.push(`${areaText(km2)} km²`);
  const sums = new Map<string, MapPrice[]>();
  let without = 0;
  for (const { data: row } of ticked) {
    if (row.price === undefined) without += 1;
    else sums.set(row.price.currency, [...(sums.get(row.price.currency) ?? []), row.price]);
  }
  for (const prices of sums.values()) parts.push(priceSumText(prices));
  const notes = sums.size > 0 && without > 0 ? [`${counted(without, noun)} without a price`] : [];
  // Scenes are found by a search, which reads prices when it is asked for them.
  if (sums.size === 0 && rows.hasScenes) notes.push("price not read: --price");
  const at = data.pricesReadAt === undefined ? Number.NaN : Date.parse(data.pricesReadAt);
  if (sums.size > 0 && !Number.isNaN(at)) notes.push(`prices read ${minuteText(at)} UTC`);
  return [parts.join(" · "), notes.join(" · ")];
}

const areaText = (km2: number): string => (km2 < 10 ? km2.toFixed(2) : grouped(Math.round(km2)));

/** The sum of prices of one currency, spelled as the first of them. */
function priceSumText(prices: readonly MapPrice[]): string {
  const [{ currency, text = `${currency} 0` }] = prices as readonly [MapPrice];
  const [, before, after] = /^(\D*)[\d.,]+(.*)$/.exec(text) ?? [text, `${currency} `, ""];
  const [whole = "", cents] = prices
    .reduce((sum, { amount }) => sum + amount, 0)
    .toFixed(2)
    .split(".");
  return `${before}${grouped(Number(whole))}.${cents}${after}`;
}
