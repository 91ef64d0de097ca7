/**
 * The script of a map page: reads the rows from the page and shows them on the map, in the table and in the timeline.
 */
import type { PageColumn } from "../page-columns.ts";
import type { PageData } from "../page-data.ts";
import { showBasket } from "./basket-view.ts";
import { countText, groupedText, moreText } from "../../../counted.ts";
import { findById, make } from "../../page/browser/dom.ts";
import { showFilters } from "./filter-view.ts";
import type { GroupName } from "./pen.ts";
import { MapView } from "./map-view.ts";
import { leadOf, leadText, formatScene, chooseTableColumns } from "./columns.ts";
import { makeProductTicks } from "./product-ticks.ts";
import { PageRows, type PageScene } from "./page-rows.ts";
import { Plane } from "../plane.ts";
import { TableView } from "./table-view.ts";
import { showHistogram } from "./time-view.ts";

const GROUPS: readonly GroupName[] = ["group-1", "group-2", "group-3", "group-4", "group-5"];

const data = JSON.parse(findById("data").textContent) as PageData;

const plane = new Plane(data.plane);
const rows = new PageRows(data, plane);
const map = new MapView(rows, plane, data, showCard);
let cardTicks: ReturnType<typeof makeProductTicks>[] = [];
rows.on("ticked", () => {
  for (const ticks of cardTicks) ticks.show();
});
const table = new TableView(rows, (scene) => {
  map.zoomTo(scene);
  rows.hover(scene);
});

showFilters(rows);
showHistogram(rows);
showBasket(rows, data);
showColours();
foldOnSmallScreens();
followTheme();
rows.on("shown", showStatus);
showStatus();

findById("borders").addEventListener("change", (event) =>
  map.showBorders((event.target as HTMLInputElement).checked),
);

function showStatus(): void {
  const [shown, all] = [rows.shown.length, rows.scenes.length];
  const noun = rows.hasScenes ? ` ${all === 1 ? "scene" : "scenes"}` : "";
  let count = `${groupedText(shown)} of ${groupedText(all)}`;
  if (shown === all) count = all === 1 ? "1" : `All ${groupedText(all)}`;
  findById("status").textContent = `${count}${noun} shown`;
}

/** Shows the scenes at a click, each with its ticks. */
function showCard(found: readonly PageScene[]): void {
  const card = findById("card");
  card.hidden = found.length === 0;
  cardTicks = [];
  if (found.length === 0) return;
  const most = 12;
  const close = make("button", { type: "button", ariaLabel: "Close" }, "×");
  close.addEventListener("click", () => (card.hidden = true));
  const columns = chooseTableColumns(rows);
  const lead = leadOf(columns);
  const lines = found.slice(0, most).map((scene) => {
    const ticks = makeProductTicks(rows, scene);
    cardTicks.push(ticks);
    const about = columns
      .filter((column) => column !== lead && column.kind === "text" && column.choices !== undefined)
      .map((column) => formatScene(scene, column));
    const text = make("span", {}, leadText(scene, columns));
    if (!rows.hasScenes && text.textContent !== scene.name) about.unshift(scene.name);
    if (about.length > 0) text.append(make("small", {}, about.join(" · ")));
    // A row without a scene is ticked by a click anywhere on its line.
    const line = make(rows.hasScenes ? "div" : "label", { className: "here" });
    line.append(...(rows.hasScenes ? [text, ticks.element] : [ticks.element, text]));
    line.addEventListener("pointerenter", () => rows.hover(scene));
    return line;
  });
  const rest = found.length - most;
  card.replaceChildren(
    make("h2", {}, `${countText(found.length, rows.hasScenes ? "scene" : "row")} here`, close),
    ...lines,
    ...(rest > 0 ? [make("small", {}, `${moreText(rest)}: zoom in or filter`)] : []),
  );
  for (const ticks of cardTicks) ticks.show();
  table.reveal(found[0]!);
}

/** Colours footprints by the values of a column; the sixth colour is for all rarer values. */
function showColours(): void {
  const select = findById<HTMLSelectElement>("colour");
  const columns = rows.columns.filter(({ choices, varies }) => choices !== undefined && !varies);
  findById("colour-label").hidden = columns.length === 0;
  select.append(
    make("option", { value: "" }, "nothing"),
    ...columns.map(({ key, name, unit = "" }) => make("option", { value: key }, `${name} ${unit}`.trim())),
  );
  if (columns.some(({ key }) => key === data.colourBy)) select.value = data.colourBy!;
  const apply = (): void => paint(columns.find(({ key }) => key === select.value));
  select.addEventListener("change", apply);
  apply();
}

function paint(column: PageColumn | undefined): void {
  const groups = new Map<PageScene, GroupName>();
  const keys: [colour: string, text: string][] = [];
  if (column !== undefined) {
    const counts = new Map<string, number>();
    const valueOf = ({ rows: [first] }: PageScene): string => String(first!.cells[column.at] ?? "");
    for (const scene of rows.scenes) {
      const value = valueOf(scene);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const common = [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
    const groupOf = (value: string): GroupName => GROUPS[common.indexOf(value)] ?? "group-6";
    for (const scene of rows.scenes) groups.set(scene, groupOf(valueOf(scene)));
    keys.push(
      ...common.slice(0, GROUPS.length).map((value): [string, string] => [groupOf(value), value || "(none)"]),
    );
    if (common.length > GROUPS.length) keys.push(["group-6", "other"]);
  }
  if (rows.all.length > 0) keys.push(["tick", "ticked"]);
  if (data.area !== undefined) keys.push(["area", "area asked for"]);
  const keyOf = ([colour, text]: [string, string]): HTMLElement => {
    const swatch = make("span", { className: colour === "area" ? "swatch dashed" : "swatch" });
    swatch.style.color = `var(--${colour})`;
    return make("div", { className: "key" }, swatch, make("span", {}, text));
  };
  findById("legend").replaceChildren(...keys.map(keyOf));
  map.colourBy(groups);
}

/** Folds the key and the actions of the selection to one line on a small screen. */
function foldOnSmallScreens(): void {
  const small = matchMedia("screen and (max-width: 860px)");
  const fold = (): void => {
    for (const id of ["keys", "actions"]) findById<HTMLDetailsElement>(id).open = !small.matches;
  };
  small.addEventListener("change", fold);
  fold();
  // On paper, details cannot be opened.
  addEventListener("beforeprint", () => (findById<HTMLDetailsElement>("keys").open = true));
  addEventListener("afterprint", fold);
}

/** Makes the map follow the system's light or dark; paper is white. */
function followTheme(): void {
  const root = document.documentElement;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => map.recolour());
  addEventListener("beforeprint", () => {
    root.dataset["theme"] = "light";
    map.recolour();
  });
  addEventListener("afterprint", () => {
    delete root.dataset["theme"];
    map.recolour();
  });
}
