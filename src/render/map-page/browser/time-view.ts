/** The histogram of time: bars of all scenes and of the visible ones; a range is brushed or set by two sliders. */
import { brushX, type D3BrushEvent } from "d3-brush";
import { select } from "d3-selection";
import { timeForPeople } from "../../../time/timestamp.ts";
import { findById, schedulePerFrame } from "../../page/browser/dom.ts";
import type { PageRows } from "./page-rows.ts";

const BARS = 60;
const HEIGHT = 20;
const STEPS = 1000;

interface Span {
  first: number;
  last: number;
}

export function showHistogram(rows: PageRows): void {
  const times = rows.all.map(({ timeMs }) => timeMs).filter((ms) => !Number.isNaN(ms));
  const first = times.reduce((a, b) => Math.min(a, b), Infinity);
  const last = times.reduce((a, b) => Math.max(a, b), -Infinity);
  if (times.length < 2 || first === last) return;
  findById("histogram").hidden = false;
  findById("bars").setAttribute("viewBox", `0 0 ${BARS} ${HEIGHT}`);
  showBars(rows, { first, last });
  showRange(rows, { first, last });
}

/** Draws a bar of all scenes for each interval, and in front of it a bar of the visible ones. */
function showBars(rows: PageRows, { first, last }: Span): void {
  const binOf = (ms: number): number =>
    Math.min(BARS - 1, Math.floor((BARS * (ms - first)) / (last - first)));
  const counts = (isCounted: (isShown: boolean) => boolean): number[] => {
    const bins = Array.from({ length: BARS }, () => 0);
    for (const { rows: own, shown } of rows.scenes) {
      const { timeMs } = own[0]!;
      if (!Number.isNaN(timeMs) && isCounted(shown.length > 0)) bins[binOf(timeMs)]! += 1;
    }
    return bins;
  };
  const whole = counts(() => true);
  const tallest = Math.max(...whole);
  const draw = (className: string, bins: readonly number[]): void => {
    const heightOf = (count: number): number =>
      count === 0 ? 0 : Math.max(1, ((HEIGHT - 1) * count) / tallest);
    select("#bars")
      .selectAll(`rect.${className}`)
      .data(bins)
      .join("rect")
      .attr("class", className)
      .attr("x", (_, at) => at + 0.08)
      .attr("width", 0.84)
      .attr("y", (count) => HEIGHT - heightOf(count))
      .attr("height", heightOf);
  };
  draw("all", whole);
  draw("some", whole);
  const showSome = (): void =>
    draw(
      "some",
      counts((isShown) => isShown),
    );
  rows.on("shown", showSome);
}

/** Shows the brush across the bars, and the two sliders, which set the same range by keyboard. */
function showRange(rows: PageRows, { first, last }: Span): void {
  const [low, high] = [findById<HTMLInputElement>("range-from"), findById<HTMLInputElement>("range-to")];
  const timeAt = (step: number): number => first + ((last - first) * step) / STEPS;
  const apply = schedulePerFrame(() => {
    const [from, to] = [low.valueAsNumber, high.valueAsNumber];
    rows.filters.time = [from === 0 ? -Infinity : timeAt(from), to === STEPS ? Infinity : timeAt(to)];
    rows.update();
  });
  const set = (from: number, to: number): void => {
    [low.valueAsNumber, high.valueAsNumber] = [from, to];
    const [start, end] = [timeForPeople(timeAt(from), true), timeForPeople(timeAt(to), true)];
    findById("range-start").textContent = start;
    findById("range-end").textContent = end;
    low.setAttribute("aria-valuetext", `from ${start}`);
    high.setAttribute("aria-valuetext", `to ${end}`);
    findById("range-reset").hidden = from === 0 && to === STEPS;
  };
  const brush = brushX<unknown>()
    .extent([
      [0, 0],
      [BARS, HEIGHT],
    ])
    .handleSize(1)
    .on("brush end", ({ selection, sourceEvent }: D3BrushEvent<unknown>) => {
      // A brush event without a source event is caused by the sliders, which have set the range already.
      if (sourceEvent === undefined || sourceEvent === null) return;
      const [from, to] = (selection ?? [0, BARS]) as [number, number];
      set(Math.round((STEPS * from) / BARS), Math.round((STEPS * to) / BARS));
      apply();
    });
  const brushed = select<SVGSVGElement, unknown>("#bars").append("g").call(brush);
  const slide = (from: number, to: number): void => {
    set(from, to);
    const isWhole = from === 0 && to === STEPS;
    brush.move(brushed, isWhole ? null : [(BARS * from) / STEPS, (BARS * to) / STEPS]);
    apply();
  };
  low.addEventListener("input", () =>
    slide(Math.min(low.valueAsNumber, high.valueAsNumber), high.valueAsNumber),
  );
  high.addEventListener("input", () =>
    slide(low.valueAsNumber, Math.max(low.valueAsNumber, high.valueAsNumber)),
  );
  findById("range-reset").addEventListener("click", () => {
    slide(0, STEPS);
    low.focus();
  });
  set(0, STEPS);
}
