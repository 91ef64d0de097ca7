/** The histogram of time: bars of all rows and of those shown; a range is dragged across it or set by two sliders. */
import { minuteText } from "../../../time/minute-text.ts";
import { byId, eachFrame } from "../../page/browser/dom.ts";
import type { PageRows } from "./page-rows.ts";

const BARS = 60;
const STEPS = 1000;
const SVG = "http://www.w3.org/2000/svg";

export function showHistogram(rows: PageRows): void {
  const times = rows.all.map(({ timeMs }) => timeMs).filter((ms) => !Number.isNaN(ms));
  const first = times.reduce((a, b) => Math.min(a, b), Infinity);
  const last = times.reduce((a, b) => Math.max(a, b), -Infinity);
  if (times.length < 2 || first === last) return;
  byId("histogram").hidden = false;
  const svg = byId<SVGSVGElement>("bars");
  svg.setAttribute("viewBox", `0 0 ${BARS} 20`);
  showBars(svg, rows, { first, last });
  const set = showRange(svg, rows, { first, last });
  listenToDrags(svg, set);
}

interface Span {
  first: number;
  last: number;
}

/** A bar of all scenes in a stretch of time, and before it one of those shown. */
function showBars(svg: SVGSVGElement, rows: PageRows, { first, last }: Span): void {
  const bars = (className: string): SVGRectElement[] =>
    Array.from({ length: BARS }, (_, at) => rectangle(className, at + 0.08, 0.84));
  const [all, some] = [bars("all"), bars("some")];
  svg.append(...all, ...some);
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
  const setHeights = (rects: readonly SVGRectElement[], bins: readonly number[]): void => {
    rects.forEach((rect, at) => {
      const height = bins[at] === 0 ? 0 : Math.max(1, (19 * bins[at]!) / tallest);
      rect.setAttribute("y", String(20 - height));
      rect.setAttribute("height", String(height));
    });
  };
  setHeights(all, whole);
  setHeights(some, whole);
  const showSome = (): void => {
    const bins = counts((isShown) => isShown);
    setHeights(some, bins);
  };
  rows.on("shown", showSome);
}

/** Sets the range, in steps of the sliders. */
type SetRange = (from: number, to: number) => void;

/** The two sliders, their words, and what lies outside the range. */
function showRange(svg: SVGSVGElement, rows: PageRows, { first, last }: Span): SetRange {
  const [low, high] = [byId<HTMLInputElement>("range-from"), byId<HTMLInputElement>("range-to")];
  const outside = [rectangle("outside", 0, 0), rectangle("outside", 0, 0)] as const;
  for (const [at, rect] of outside.entries()) {
    rect.setAttribute("height", "20");
    rect.setAttribute("y", "0");
    rect.setAttribute("data-side", String(at));
  }
  svg.append(...outside);
  const timeAt = (step: number): number => first + ((last - first) * step) / STEPS;
  const describe = (): void => {
    const [from, to] = [low.valueAsNumber, high.valueAsNumber];
    byId("range-start").textContent = `${minuteText(timeAt(from))} UTC`;
    byId("range-end").textContent = `${minuteText(timeAt(to))} UTC`;
    low.setAttribute("aria-valuetext", `from ${minuteText(timeAt(from))}`);
    high.setAttribute("aria-valuetext", `to ${minuteText(timeAt(to))}`);
    outside[0].setAttribute("width", String((BARS * from) / STEPS));
    outside[1].setAttribute("x", String((BARS * to) / STEPS));
    outside[1].setAttribute("width", String(BARS - (BARS * to) / STEPS));
    byId("range-reset").hidden = from === 0 && to === STEPS;
  };
  const apply = eachFrame(() => {
    const [from, to] = [low.valueAsNumber, high.valueAsNumber];
    rows.filters.time = [from === 0 ? -Infinity : timeAt(from), to === STEPS ? Infinity : timeAt(to)];
    rows.update();
  });
  const set: SetRange = (from, to) => {
    low.value = String(Math.min(from, to));
    high.value = String(Math.max(from, to));
    describe();
    apply();
  };
  low.addEventListener("input", () =>
    set(Math.min(low.valueAsNumber, high.valueAsNumber), high.valueAsNumber),
  );
  high.addEventListener("input", () =>
    set(low.valueAsNumber, Math.max(low.valueAsNumber, high.valueAsNumber)),
  );
  byId("range-reset").addEventListener("click", () => {
    set(0, STEPS);
    low.focus();
  });
  describe();
  return set;
}

/** A range is dragged across the bars. */
function listenToDrags(svg: SVGSVGElement, set: SetRange): void {
  let start: number | undefined;
  const stepAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = svg.getBoundingClientRect();
    return Math.round(Math.max(0, Math.min(1, (clientX - left) / width)) * STEPS);
  };
  svg.addEventListener("pointerdown", (event) => {
    start = stepAt(event);
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (start !== undefined && Math.abs(stepAt(event) - start) > 3) set(start, stepAt(event));
  });
  svg.addEventListener("pointerup", (event) => {
    // A click without a drag shows everything again.
    if (start !== undefined && Math.abs(stepAt(event) - start) <= 3) set(0, STEPS);
    start = undefined;
  });
}

function rectangle(className: string, x: number, width: number): SVGRectElement {
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("class", className);
  rect.setAttribute("x", String(x));
  rect.setAttribute("width", String(width));
  return rect;
}
