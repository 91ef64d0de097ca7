/** The table: one page of rows at a time, sorted by its heads; ticks; hover and focus show a row on the map. */
import { byId, grouped, make, minuteText } from "../../page/browser/dom.ts";
import type { PageColumn, PageRow, PageRows } from "./rows.ts";
import type { Cell } from "../page-data.ts";

/** More rows at once would make each filter slow. */
const PAGE_ROWS = 100;

/** What a printed page holds at most. */
const MOST_PRINTED = 2000;

export class TableView {
  private first = 0;
  private length = PAGE_ROWS;
  private readonly body = byId<HTMLTableSectionElement>("body");
  private readonly lines = new Map<PageRow, HTMLTableRowElement>();
  private readonly columns: readonly PageColumn[];
  private readonly hasPictures: boolean;
  private readonly tickAll = make("input", { type: "checkbox", ariaLabel: "Tick all rows that are shown" });

  constructor(
    private readonly rows: PageRows,
    private readonly zoomTo: (row: PageRow) => void,
  ) {
    const varied = rows.columns.filter(({ constant }) => constant === undefined);
    const isId = ({ key }: PageColumn): boolean => /^(?:id|.+Id)$/.test(key);
    // Ids are long, and what decides stands before them.
    this.columns = [...varied.filter((column) => !isId(column)), ...varied.filter(isId)];
    this.hasPictures = rows.all.some(({ data }) => data.picture !== undefined);
    this.makeHead();
    this.showConstants();
    byId("page-back").addEventListener("click", () => this.turn(-PAGE_ROWS));
    byId("page-on").addEventListener("click", () => this.turn(PAGE_ROWS));
    this.body.addEventListener("pointerover", (event) => rows.hover(this.rowOf(event.target)));
    this.body.addEventListener("pointerleave", () => rows.hover(undefined));
    this.body.addEventListener("focusin", (event) => rows.hover(this.rowOf(event.target)));
    this.body.addEventListener("focusout", () => rows.hover(undefined));
    this.body.addEventListener("keydown", (event) => this.moveByKey(event));
    rows.on("shown", () => {
      this.first = 0;
      this.draw();
    });
    rows.on("ticked", () => this.showTicks());
    rows.on("hovered", () => this.showHovered());
    addEventListener("beforeprint", () => {
      this.length = MOST_PRINTED;
      this.draw();
    });
    addEventListener("afterprint", () => {
      this.length = PAGE_ROWS;
      this.draw();
    });
    this.draw();
  }

  /** Brings a row into sight. */
  reveal(row: PageRow): void {
    const at = this.rows.shown.indexOf(row);
    if (at < 0) return;
    if (at < this.first || at >= this.first + this.length) {
      this.first = Math.floor(at / PAGE_ROWS) * PAGE_ROWS;
      this.draw();
    }
    this.lines.get(row)?.scrollIntoView({ block: "nearest" });
  }

  private makeHead(): void {
    const head = make("tr", {}, make("th", { scope: "col" }, this.tickAll));
    this.tickAll.addEventListener("change", () => this.rows.tick(this.rows.shown, this.tickAll.checked));
    if (this.hasPictures)
      head.append(make("th", { scope: "col", className: "pictures" }, headText("PICTURE")));
    for (const column of this.columns) {
      const button = make("button", { type: "button" }, column.header);
      const cell = make("th", { scope: "col", className: column.kind }, button);
      button.addEventListener("click", () => this.sortBy(column, head, cell));
      head.append(cell);
    }
    byId("head").append(head);
  }

  private sortBy({ at }: PageColumn, head: HTMLElement, cell: HTMLElement): void {
    const { sort } = this.rows;
    this.rows.sort = { at, isDown: sort?.at === at && !sort.isDown };
    for (const other of head.children) other.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", this.rows.sort.isDown ? "descending" : "ascending");
    this.rows.update();
  }

  /** What is the same in all rows stands once below the table. */
  private showConstants(): void {
    const texts = this.rows.columns.flatMap(({ header, constant }) =>
      constant === undefined || constant === null
        ? []
        : [`${header.toLowerCase()} ${displayed(constant, "text")}`],
    );
    const note = byId("same");
    note.hidden = texts.length === 0;
    note.textContent = `The same in all rows: ${texts.join(", ")}`;
  }

  private turn(by: number): void {
    this.first = Math.max(0, this.first + by);
    this.draw();
    byId("rows").scrollTop = 0;
  }

  private draw(): void {
    const { shown } = this.rows;
    const page = shown.slice(this.first, this.first + this.length);
    this.lines.clear();
    const fragment = document.createDocumentFragment();
    for (const row of page) {
      const line = this.lineOf(row);
      this.lines.set(row, line);
      fragment.append(line);
    }
    this.body.replaceChildren(fragment);
    byId("pages").hidden = shown.length <= this.length;
    byId("page-text").textContent =
      `Rows ${grouped(this.first + 1)} to ${grouped(this.first + page.length)} of ${grouped(shown.length)}`;
    byId<HTMLButtonElement>("page-back").disabled = this.first === 0;
    byId<HTMLButtonElement>("page-on").disabled = this.first + page.length >= shown.length;
    const none = byId("none");
    none.hidden = shown.length > 0;
    none.textContent = this.rows.all.length === 0 ? "Nothing was found." : "No row passes the filters.";
    this.showTicks();
    this.showHovered();
  }

  private lineOf(row: PageRow): HTMLTableRowElement {
    const tick = make("input", { type: "checkbox", ariaLabel: `Tick ${row.data.label}` });
    tick.addEventListener("change", () => this.rows.tick([row], tick.checked));
    const line = make("tr", {}, make("td", {}, tick));
    if (this.hasPictures) line.append(pictureCell(row));
    for (const column of this.columns) line.append(this.cellOf(row, column));
    return line;
  }

  private cellOf(row: PageRow, { key, kind, at }: PageColumn): HTMLTableCellElement {
    const text =
      (key === "price" ? row.data.price?.text : undefined) ?? displayed(row.cells[at] ?? null, kind);
    const isId = /^(?:id|.+Id)$/.test(key);
    const cell = make("td", { className: isId ? "id" : kind, title: text.length > 20 ? text : "" });
    if (text !== row.data.label || !isId) cell.textContent = text;
    else {
      const button = make("button", { type: "button", title: `Show on the map: ${text}` }, text);
      button.addEventListener("click", () => this.zoomTo(row));
      cell.append(button);
    }
    return cell;
  }

  private rowOf(target: EventTarget | null): PageRow | undefined {
    const line = target instanceof Element ? target.closest("tr") : null;
    for (const [row, other] of this.lines) if (other === line) return row;
    return undefined;
  }

  /** Up and down move between the ticks of neighbouring rows. */
  private moveByKey(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLInputElement)) return;
    const lines = [...this.lines.values()];
    const next = lines[lines.indexOf(event.target.closest("tr")!) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.querySelector("input")?.focus();
  }

  private showTicks(): void {
    for (const [row, line] of this.lines) {
      line.classList.toggle("ticked", row.isTicked);
      line.querySelector("input")!.checked = row.isTicked;
    }
    const { shown } = this.rows;
    const count = shown.filter(({ isTicked }) => isTicked).length;
    this.tickAll.checked = count > 0 && count === shown.length;
    this.tickAll.indeterminate = count > 0 && count < shown.length;
  }

  private showHovered(): void {
    for (const [row, line] of this.lines) line.classList.toggle("hovered", row === this.rows.hovered);
  }
}

const headText = (text: string): HTMLElement => make("button", { type: "button", disabled: true }, text);

function pictureCell({ data: { picture, label } }: PageRow): HTMLTableCellElement {
  const cell = make("td", { className: "pictures" });
  if (picture === undefined) return cell;
  const button = make("button", { type: "button", className: "picture", ariaLabel: `Enlarge ${label}` });
  button.append(make("img", { src: picture, alt: "", loading: "lazy" }));
  button.addEventListener("click", () => {
    Object.assign(byId<HTMLImageElement>("enlarged-picture"), { src: picture, alt: label });
    byId<HTMLDialogElement>("enlarged").showModal();
  });
  cell.append(button);
  return cell;
}

/** A cell as people read it: times to the minute in UTC, numbers with at most three decimals. */
export function displayed(cell: Cell, kind: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(Math.round(cell * 1000) / 1000);
  const ms = kind === "time" ? Date.parse(cell) : Number.NaN;
  return Number.isNaN(ms) ? cell : minuteText(ms);
}
