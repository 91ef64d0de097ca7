/** The fields that filter rows: free text, and behind a button the values of a column and the limits of a number. */
import { findById, make } from "../../page/browser/dom.ts";
import type { PageColumn } from "../page-columns.ts";
import type { PageRows } from "./page-rows.ts";

export function showFilters(rows: PageRows): void {
  const fields = findById("filter-fields");
  const search = findById<HTMLInputElement>("search");
  search.addEventListener("input", () => {
    rows.filters.text = search.value.trim().toLowerCase();
    rows.update();
  });
  for (const column of rows.columns) {
    if (column.choices !== undefined) fields.append(makeChoiceField(rows, column, column.choices));
    else if (column.kind === "number" && column.constant === undefined)
      fields.append(limitField(rows, column));
  }
  const [button, note] = [findById<HTMLButtonElement>("filters"), findById("filter-note")];
  const clear = findById<HTMLButtonElement>("filters-clear");
  clear.addEventListener("click", () => {
    for (const input of fields.querySelectorAll("input")) {
      if (input.type === "checkbox") input.checked = false;
      else input.value = "";
    }
    search.value = "";
    rows.filters.text = "";
    rows.filters.choices.clear();
    rows.filters.limits.clear();
    rows.update();
    // The hidden button cannot keep the focus.
    search.focus();
  });
  button.addEventListener("click", () => {
    fields.hidden = !fields.hidden;
    button.setAttribute("aria-expanded", String(!fields.hidden));
  });
  button.hidden = fields.childElementCount === 0;
  rows.on("shown", () => {
    const count = rows.filters.choices.size + rows.filters.limits.size;
    note.textContent = count === 0 ? "" : ` ${count} in use`;
    clear.hidden = count === 0 && rows.filters.text === "";
  });
  findById("find").hidden = rows.all.length < 2;
}

function makeChoiceField(rows: PageRows, column: PageColumn, choices: readonly string[]): HTMLElement {
  const { at } = column;
  const field = make("fieldset", {}, make("legend", {}, column.head));
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

function limitField(rows: PageRows, column: PageColumn): HTMLElement {
  const { at } = column;
  const name = column.head;
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
