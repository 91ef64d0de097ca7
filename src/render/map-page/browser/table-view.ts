/**
 * The table: one page of scenes at a time, sorted by its column headings; ticks; hover and focus show a scene on the
 * map.
 */
import { groupedText } from "../../../counted.ts";
import { findById, make, enlarge } from "../../page/browser/dom.ts";
import type { PageColumn } from "../page-columns.ts";
import {
  formatDetail,
  formatDisplayed,
  fitColumns,
  leadOf,
  leadText,
  formatScene,
  chooseTableColumns,
  type TableColumns,
} from "./columns.ts";
import type { PageRows, PageScene, PageRow } from "./page-rows.ts";
import { makeProductTicks, type ProductTicks } from "./product-ticks.ts";

/** Number of scenes on a page. More would slow down the filters. */
const PAGE_ROWS = 100;

/** Maximum number of rows of a printed page, and its width. */
const MAX_PRINTED = 2000;
const PRINTED_WIDTH = 690;

interface Line {
  element: HTMLTableRowElement;
  ticks: ProductTicks;
}

export class TableView {
  private first = 0;
  private length = PAGE_ROWS;
  private readonly body = findById<HTMLTableSectionElement>("body");
  private readonly lines = new Map<PageScene, Line>();
  private readonly columns: readonly PageColumn[];
  private fitted: TableColumns;
  private readonly hasPictures: boolean;
  private readonly tickAll = findById<HTMLInputElement>("tick-all");
  private readonly order = findById<HTMLSelectElement>("sort");

  constructor(
    private readonly rows: PageRows,
    private readonly zoomTo: (scene: PageScene) => void,
  ) {
    this.columns = chooseTableColumns(rows);
    this.hasPictures = rows.all.some(({ data }) => data.picture !== undefined);
    this.fitted = this.fit(this.width());
    this.makeHead();
    this.makeOrder();
    this.showConstants();
    findById("all-label").hidden = rows.all.length < 2;
    for (const id of ["counts", "table", "basket"]) findById(id).hidden = rows.all.length === 0;
    findById("all-text").textContent = rows.hasScenes ? "Tick every product shown" : "Tick all shown";
    this.tickAll.addEventListener("change", () => rows.tick(rows.shownRows, this.tickAll.checked));
    findById("page-back").addEventListener("click", () => this.turn(-PAGE_ROWS));
    findById("page-on").addEventListener("click", () => this.turn(PAGE_ROWS));
    this.body.addEventListener("pointerover", (event) => rows.hover(this.makeSceneCell(event.target)));
    this.body.addEventListener("pointerleave", () => rows.hover(undefined));
    this.body.addEventListener("focusin", (event) => rows.hover(this.makeSceneCell(event.target)));
    this.body.addEventListener("focusout", () => rows.hover(undefined));
    this.body.addEventListener("keydown", (event) => this.moveByKey(event));
    rows.on("shown", () => {
      this.first = 0;
      this.draw();
    });
    rows.on("ticked", () => this.showTicks());
    rows.on("hovered", () => this.showHovered());
    addEventListener("beforeprint", () => {
      this.length = MAX_PRINTED;
      this.refit(PRINTED_WIDTH);
    });
    addEventListener("afterprint", () => {
      this.length = PAGE_ROWS;
      this.refit(this.width());
    });
    new ResizeObserver(() => {
      if (this.length === PAGE_ROWS) this.refit(this.width());
    }).observe(findById("rows"));
    this.draw();
  }

  reveal(scene: PageScene): void {
    const at = this.rows.shown.indexOf(scene);
    if (at < 0) return;
    if (at < this.first || at >= this.first + this.length) {
      this.first = Math.floor(at / PAGE_ROWS) * PAGE_ROWS;
      this.draw();
    }
    // If the page itself scrolls, the map stays visible instead.
    const [frame, line] = [findById("rows"), this.lines.get(scene)?.element];
    if (line !== undefined && frame.scrollHeight > frame.clientHeight + 1)
      line.scrollIntoView({ block: "nearest" });
  }

  private width = (): number => findById("rows").clientWidth - 32;

  private fit(width: number): TableColumns {
    const fitted = fitColumns(this.rows, this.columns, width, { hasPictures: this.hasPictures });
    findById("table").style.setProperty("--columns", fitted.template);
    return fitted;
  }

  private refit(width: number): void {
    const before = `${this.fitted.template} ${this.lines.size}`;
    this.fitted = this.fit(width);
    if (`${this.fitted.template} ${this.visible().length}` === before) return;
    this.makeHead();
    this.draw();
  }

  private makeHead(): void {
    const { inLine } = this.fitted;
    const head = make("tr", { role: "row" });
    const add = (className: string, ...content: (Node | string)[]): void =>
      head.append(make("th", { scope: "col", className, role: "columnheader" }, ...content));
    if (!this.rows.hasScenes) add("tick", make("span", { className: "visually-hidden" }, "Tick"));
    if (this.hasPictures) add("pictures", "Picture");
    for (const { column } of inLine) {
      const button = make("button", { type: "button" }, column.head);
      add(column.kind, button);
      button.addEventListener("click", () => {
        const { sort } = this.rows;
        this.sortBy({ at: column.at, isDown: sort?.at === column.at && !sort.isDown });
      });
    }
    findById("head").replaceChildren(head);
    this.showSort();
  }

  /** Offers every column in both directions, including columns without a heading. */
  private makeOrder(): void {
    const sortable = [
      ...this.columns,
      ...this.rows.columns.filter((column) => !this.columns.includes(column)),
    ];
    this.order.append(
      make("option", { value: "" }, "as found"),
      ...sortable
        .filter(({ constant }) => constant === undefined)
        .flatMap((column) => [
          make("option", { value: `${column.at}+` }, `${column.head} \u2191`),
          make("option", { value: `${column.at}-` }, `${column.head} \u2193`),
        ]),
    );
    this.order.addEventListener("change", () => {
      const { value } = this.order;
      this.sortBy(value === "" ? undefined : { at: Number.parseInt(value, 10), isDown: value.endsWith("-") });
    });
    this.order.parentElement!.hidden = this.rows.scenes.length < 2;
  }

  private sortBy(sort: PageRows["sort"]): void {
    this.rows.sort = sort;
    this.order.value = sort === undefined ? "" : `${sort.at}${sort.isDown ? "-" : "+"}`;
    this.showSort();
    this.rows.update();
  }

  private showSort(): void {
    const { sort } = this.rows;
    findById("head")
      .querySelectorAll("th:has(button)")
      .forEach((cell, index) => {
        const isSorted = this.fitted.inLine[index]?.column.at === sort?.at;
        cell.ariaSort = isSorted ? (sort!.isDown ? "descending" : "ascending") : null;
      });
  }

  /** Shows values that all rows share, once below the table. */
  private showConstants(): void {
    const texts = this.rows.columns.flatMap((column) =>
      column.constant === undefined || column.constant === null || this.columns.includes(column)
        ? []
        : [`${column.head.toLowerCase()} ${formatDisplayed(column.constant, "text")}`],
    );
    const note = findById("same");
    note.hidden = texts.length === 0;
    note.textContent = `All rows: ${texts.join(", ")}`;
  }

  private turn(by: number): void {
    this.first = Math.max(0, this.first + by);
    this.draw();
    findById("rows").scrollTop = 0;
  }

  private visible = (): readonly PageScene[] => this.rows.shown.slice(this.first, this.first + this.length);

  private draw(): void {
    const { shown } = this.rows;
    const page = this.visible();
    this.lines.clear();
    const fragment = document.createDocumentFragment();
    for (const scene of page) {
      const line = this.makeRowLine(scene);
      this.lines.set(scene, line);
      fragment.append(line.element);
    }
    this.body.replaceChildren(fragment);
    findById("pages").hidden = shown.length <= this.length;
    findById("page-text").textContent =
      `${groupedText(this.first + 1)} to ${groupedText(this.first + page.length)} of ${groupedText(shown.length)}`;
    findById<HTMLButtonElement>("page-back").disabled = this.first === 0;
    findById<HTMLButtonElement>("page-on").disabled = this.first + page.length >= shown.length;
    const none = findById("none");
    none.hidden = shown.length > 0;
    none.textContent = this.rows.all.length === 0 ? "Nothing was found." : "No row passes the filters.";
    this.showTicks();
    this.showHovered();
  }

  private makeRowLine(scene: PageScene): Line {
    const { inLine, below } = this.fitted;
    const ticks = makeProductTicks(this.rows, scene);
    const cells: HTMLElement[] = [];
    const add = (className: string, ...content: (Node | string)[]): void =>
      void cells.push(make("td", { className, role: "cell" }, ...content));
    if (!this.rows.hasScenes) add("tick", ticks.element);
    if (this.hasPictures) add("pictures", ...makePictureButton(scene, this.columns));
    for (const { column } of inLine)
      cells.push(this.makeRowCell(scene, column, column === leadOf(this.columns)));
    const details = make("span", {}, below.flatMap((column) => formatDetail(scene, column)).join(" \u00b7 "));
    const second = [
      ...(this.rows.hasScenes ? [ticks.element] : []),
      ...(details.textContent === "" ? [] : [details]),
    ];
    if (second.length > 0) add("below", ...second);
    return { element: make("tr", { role: "row" }, ...cells), ticks };
  }

  private makeRowCell(scene: PageScene, column: PageColumn, isLead: boolean): HTMLTableCellElement {
    const text = isLead ? leadText(scene, this.columns) : formatScene(scene, column);
    const className = column.isId ? "id" : column.kind;
    const cell = make("td", { className, role: "cell" });
    if (text.length > 20) cell.title = text;
    if (!isLead) {
      cell.textContent = text;
      return cell;
    }
    const button = make("button", { type: "button", className: "lead" }, text);
    button.setAttribute("aria-label", `${text} ${scene.name === text ? "" : scene.name}, show on the map`);
    button.title = `Show ${scene.name} on the map`;
    button.addEventListener("click", () => this.zoomTo(scene));
    cell.append(button);
    return cell;
  }

  private makeSceneCell(target: EventTarget | null): PageScene | undefined {
    const line = target instanceof Element ? target.closest("tr") : null;
    for (const [scene, { element }] of this.lines) if (element === line) return scene;
    return undefined;
  }

  /**
   * Moves the focus between ticks: up and down between neighbouring rows, left and right between the products
   * of one row.
   */
  private moveByKey(event: KeyboardEvent): void {
    const steps: Record<string, [down: number, right: number]> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
    };
    const step = steps[event.key];
    if (step === undefined || !(event.target instanceof HTMLInputElement)) return;
    const lines = [...this.lines.values()].map(({ element }) => element);
    const boxesOf = (line: Element | undefined): HTMLInputElement[] => [
      ...(line?.querySelectorAll("input") ?? []),
    ];
    const line = event.target.closest("tr")!;
    const place = boxesOf(line).indexOf(event.target) + step[1];
    const boxes = boxesOf(lines[lines.indexOf(line) + step[0]]);
    const next = step[0] === 0 ? boxes[place] : boxes[Math.min(place, boxes.length - 1)];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  private showTicks(): void {
    for (const [{ shown }, { element, ticks }] of this.lines) {
      element.classList.toggle(
        "ticked",
        shown.some(({ isTicked }) => isTicked),
      );
      ticks.show();
    }
    const all = this.rows.shownRows;
    const count = all.filter(({ isTicked }) => isTicked).length;
    this.tickAll.checked = count > 0 && count === all.length;
    this.tickAll.indeterminate = count > 0 && count < all.length;
  }

  private showHovered(): void {
    for (const [scene, { element }] of this.lines)
      element.classList.toggle("hovered", scene === this.rows.hovered);
  }
}

/** Returns the small picture of a scene as a button that enlarges it; nothing for a scene without a picture. */
function makePictureButton(scene: PageScene, columns: readonly PageColumn[]): HTMLElement[] {
  const row = scene.rows.find(({ data }) => data.picture !== undefined);
  if (row === undefined) return [];
  const url = row.data.picture!;
  const name = describeScene(scene, row, columns);
  const button = make("button", { type: "button", className: "picture", ariaLabel: `Enlarge ${name}` });
  button.append(make("img", { src: url, alt: "", loading: "lazy" }));
  button.addEventListener("click", () => {
    const about = columns
      .filter((column) => column !== leadOf(columns))
      .flatMap((column) => formatDetail(scene, column))
      .join(" \u00b7 ");
    const { ground = "" } = row.data;
    // If the table was redrawn in the meantime, it has another button.
    enlarge({ url, name, about, ground }, () => (button.isConnected ? button : findById("rows")).focus());
  });
  return [button];
}

/** Returns `2026-11-19T10:15Z, scene 69c19618, GEO`, or the id of a row that is its own scene. */
function describeScene(scene: PageScene, { data }: PageRow, columns: readonly PageColumn[]): string {
  const own = data.scene === undefined ? [data.label] : [`scene ${data.scene.name}`, data.scene.product];
  return [...new Set([leadText(scene, columns), ...own])].join(", ");
}
