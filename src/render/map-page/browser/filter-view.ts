/** The fields that filter rows: any text, the values of a column, the limits of a number. */
import { byId, make } from "../../page/browser/dom.ts";
import type { PageColumn, PageRows } from "./rows.ts";

export function showFilters(rows: PageRows): void {
  const fields = byId("filter-fields");
  const search = make("input", { type: "search", placeholder: "any column", spellcheck: false });
  search.addEventListener("input", () => {
    rows.filters.text = search.value.trim().toLowerCase();
    rows.update();
  });
  fields.append(make("label", { className: "field" }, make("span", {}, "Text"), search));
  for (const column of rows.columns) {
    if (column.choices !== undefined) fields.append(choiceField(rows, column, column.choices));
    else if (column.kind === "number" && column.constant === undefined)
      fields.append(limitField(rows, column));
  }
  const note = byId("filter-note");
  rows.on("shown", () => {
    const { text, choices, limits } = rows.filters;
    const count = Number(text !== "") + choices.size + limits.size;
    note.textContent = count === 0 ? "" : `${count} in use`;
  });
  byId("filters").hidden = rows.all.length < 2;
}

function choiceField(rows: PageRows, { header, at }: PageColumn, choices: readonly string[]): HTMLElement {
  const field = make("fieldset", {}, make("legend", {}, titled(header)));
  const boxes = choices.map((value) => {
    const box = make("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      const wanted = choices.filter((_, index) => boxes[index]!.checked);
      if (wanted.length === 0) rows.filters.choices.delete(at);
      else rows.filters.choices.set(at, new Set(wanted));
      rows.update();
    });
    field.append(make("label", {}, box, ` ${value === "" ? "(none)" : value}`));
    return box;
  });
  return field;
}

function limitField(rows: PageRows, { header, at }: PageColumn): HTMLElement {
  const name = titled(header);
  const values = rows.all.map(({ cells }) => cells[at]).filter((cell) => typeof cell === "number");
  const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const input = (word: string, placeholder: number): HTMLInputElement =>
    make("input", {
      type: "number",
      step: "any",
      placeholder: String(Math.round(placeholder * 100) / 100),
      ariaLabel: `${name}, ${word}`,
    });
  const [low, high] = [input("at least", least), input("at most", most)];
  const change = (): void => {
    const from = low.value === "" ? -Infinity : low.valueAsNumber;
    const to = high.value === "" ? Infinity : high.valueAsNumber;
    if (from === -Infinity && to === Infinity) rows.filters.limits.delete(at);
    else rows.filters.limits.set(at, [from, to]);
    rows.update();
  };
  for (const one of [low, high]) one.addEventListener("input", change);
  return make(
    "fieldset",
    {},
    make("legend", {}, name),
    make("div", { className: "limits" }, low, "to", high),
  );
}

/** `INCIDENCE` as `Incidence`. */
const titled = (header: string): string => header.charAt(0) + header.slice(1).toLowerCase();
