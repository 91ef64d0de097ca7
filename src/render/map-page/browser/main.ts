/** The script of a map page: reads the rows from the page and shows them on the map, in the table and along time. */
import type { PageData } from "../page-data.ts";
import { boundsOf, chooseProjection, Plane } from "../projection.ts";
import { positionsOfShape, shapeOf } from "../shape.ts";
import { showBasket } from "./basket-view.ts";
import { byId, counted, grouped, make, minuteText } from "../../page/browser/dom.ts";
import { showFilters } from "./filter-view.ts";
import { MapView, type GroupName } from "./map-view.ts";
import { PageRows, type PageColumn, type PageRow } from "./rows.ts";
import { displayed, TableView } from "./table-view.ts";
import { showHistogram } from "./time-view.ts";

const GROUPS: readonly GroupName[] = ["group-1", "group-2", "group-3", "group-4", "group-5"];

const data = JSON.parse(byId("data").textContent) as PageData;

const geometries = [
  ...data.rows.map(({ geometry }) => geometry),
  data.area,
  ...data.targets.map(({ geometry }) => geometry),
];
const bounds = boundsOf(geometries.flatMap((geometry) => positionsOfShape(shapeOf(geometry))));
const plane = new Plane(chooseProjection(bounds));
const rows = new PageRows(data, plane);
const map = new MapView(rows, plane, data, showCard);
const table = new TableView(rows, (row) => {
  map.zoomTo(row);
  rows.hover(row);
});

showAbout();
showFilters(rows);
showHistogram(rows);
showBasket(rows, data);
showColours();
foldKey();
chooseTheme();
rows.on("shown", showStatus);
showStatus();

byId("borders").addEventListener("change", (event) =>
  map.showBorders((event.target as HTMLInputElement).checked),
);
byId("enlarged-close").addEventListener("click", () => byId<HTMLDialogElement>("enlarged").close());

function showAbout(): void {
  const ms = data.madeAt === undefined ? Number.NaN : Date.parse(data.madeAt);
  const parts = [counted(data.rows.length, "row")];
  if (data.omitted > 0) parts.push(`${grouped(data.omitted)} more are not on this page`);
  if (!Number.isNaN(ms)) parts.push(`read ${minuteText(ms)} UTC`);
  const without = rows.all.filter(({ flat }) => flat.box.left > flat.box.right).length;
  if (without > 0) parts.push(`${grouped(without)} without a place on the map`);
  parts.push(...data.facts);
  byId("about").textContent = parts.join(" · ");
}

function showStatus(): void {
  const [shown, all] = [rows.shown.length, rows.all.length];
  byId("status").textContent =
    shown === all ? `All ${grouped(all)} shown` : `${grouped(shown)} of ${grouped(all)} shown`;
}

/** What lies under a click: each row with its tick. */
function showCard(found: readonly PageRow[]): void {
  const card = byId("card");
  card.hidden = found.length === 0;
  if (found.length === 0) return;
  const most = 12;
  const close = make("button", { type: "button", ariaLabel: "Close" }, "×");
  close.addEventListener("click", () => (card.hidden = true));
  const lines = found.slice(0, most).map((row) => {
    const box = make("input", { type: "checkbox", checked: row.isTicked });
    box.addEventListener("change", () => rows.tick([row], box.checked));
    const time = Number.isNaN(row.timeMs) ? "" : `${minuteText(row.timeMs)} UTC `;
    const others = rows.columns
      .filter(
        ({ constant, kind, choices }) => constant === undefined && kind === "text" && choices !== undefined,
      )
      .map(({ at }) => displayed(row.cells[at] ?? null, "text"));
    const line = make(
      "label",
      {},
      box,
      make("span", {}, row.data.label, make("small", {}, `${time}${others.join(" · ")}`)),
    );
    line.addEventListener("pointerenter", () => rows.hover(row));
    return line;
  });
  const rest = found.length - most;
  card.replaceChildren(
    make("h2", {}, `${counted(found.length, "row")} here`, close),
    ...lines,
    ...(rest > 0 ? [make("small", {}, `${counted(rest, "row")} more: zoom in or filter`)] : []),
  );
  table.reveal(found[0]!);
}

/** Colours footprints by the values of a column; the sixth colour is for all that are rarer. */
function showColours(): void {
  const select = byId<HTMLSelectElement>("colour");
  const columns = rows.columns.filter(({ choices }) => choices !== undefined);
  byId("colour-label").hidden = columns.length === 0;
  select.append(
    make("option", { value: "" }, "nothing"),
    ...columns.map(({ key, header }) => make("option", { value: key }, header.toLowerCase())),
  );
  if (columns.some(({ key }) => key === data.colourBy)) select.value = data.colourBy!;
  const apply = (): void => paint(columns.find(({ key }) => key === select.value));
  select.addEventListener("change", apply);
  apply();
}

function paint(column: PageColumn | undefined): void {
  const groups = new Map<PageRow, GroupName>();
  const keys: [className: string, text: string][] = [];
  if (column !== undefined) {
    const counts = new Map<string, number>();
    for (const { cells } of rows.all) {
      const value = String(cells[column.at] ?? "");
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const common = [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
    const groupOf = (value: string): GroupName => GROUPS[common.indexOf(value)] ?? "group-6";
    for (const row of rows.all) groups.set(row, groupOf(String(row.cells[column.at] ?? "")));
    keys.push(
      ...common.slice(0, GROUPS.length).map((value): [string, string] => [groupOf(value), value || "(none)"]),
    );
    if (common.length > GROUPS.length) keys.push(["group-6", "other"]);
  }
  keys.push(["group-ticked", "ticked"]);
  if (data.area !== undefined) keys.push(["group-area", "area asked for"]);
  byId("legend").replaceChildren(
    ...keys.map(([className, text]) =>
      make(
        "div",
        { className: "key" },
        make("span", { className: `swatch ${className}` }),
        make("span", {}, text),
      ),
    ),
  );
  map.colourBy(groups);
}

/** On a small map the key is closed at first. */
function foldKey(): void {
  if (byId("map").clientWidth < 560) byId<HTMLDetailsElement>("keys").open = false;
}

function chooseTheme(): void {
  const select = byId<HTMLSelectElement>("theme");
  const root = document.documentElement;
  const apply = (theme: string): void => {
    if (theme === "") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
    map.recolour();
  };
  select.addEventListener("change", () => apply(select.value));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => map.recolour());
  // Paper is white.
  addEventListener("beforeprint", () => apply("light"));
  addEventListener("afterprint", () => apply(select.value));
}
