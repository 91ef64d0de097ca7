/**
 * A map page: one HTML file that shows the rows of a command on a map, in a table and in a timeline. It sends no
 * request.
 */
import { escapeHtml } from "../escape-html.ts";
import { timeForPeople } from "../time/timestamp.ts";
import { badge, htmlPage, SANDBOX_BADGE } from "./page/html-page.ts";
import { MAP_SCRIPT, MAP_STYLE } from "./page/built/assets.generated.ts";
import { pageBody } from "./map-page/body.ts";
import type { MapPage } from "./map-page/model.ts";
import { pageData, shortText, type PageData } from "./map-page/page-data.ts";
import { groupedText, countText } from "../counted.ts";

export type { MapPage, MapPrice, MapRow } from "./map-page/model.ts";

export function mapPage(page: MapPage): string {
  const data = pageData(page);
  return htmlPage({
    title: data.title,
    style: MAP_STYLE,
    body: pageBody(escapeHtml(data.title), `${badgeOf(data)}${escapeHtml(aboutText(page, data))}`),
    data,
    script: MAP_SCRIPT,
  });
}

/** Returns the contents of the page, their time, and the time of its creation. */
function aboutText({ madeAt, omitted = 0, facts = [] }: MapPage, { rows }: PageData): string {
  const scenes = new Set(rows.map(({ scene }, index) => scene?.id ?? index));
  const times = rows.map(({ time = "" }) => Date.parse(time)).filter((ms) => !Number.isNaN(ms));
  const without = rows.filter(({ geometry }) => geometry === null).length;
  const madeMs = Date.parse(madeAt ?? "");
  return [
    ...(rows.some(({ scene }) => scene !== undefined)
      ? [`${countText(scenes.size, "scene")}, ${countText(rows.length, "product")}`]
      : [countText(rows.length, "row")]),
    ...(omitted > 0 ? [`${groupedText(omitted)} more are not on this page`] : []),
    ...(times.length > 0 ? [daysText(times)] : []),
    ...(Number.isNaN(madeMs) ? [] : [`made ${timeForPeople(madeMs, true)}`]),
    ...(without > 0 ? [`${groupedText(without)} without a place on the map`] : []),
    ...facts.map(shortText),
  ].join(" · ");
}

/** Returns `2026-09-25 to 2026-11-19`, or a single day. */
function daysText(times: readonly number[]): string {
  const first = times.reduce((one, other) => Math.min(one, other));
  const last = times.reduce((one, other) => Math.max(one, other));
  const [from, to] = [timeForPeople(first).slice(0, 10), timeForPeople(last).slice(0, 10)];
  return from === to ? from : `${from} to ${to}`;
}

/** Returns the owner of the page, if the commands depend on it. */
function badgeOf({ command: { carried } }: PageData): string {
  if (carried.includes("--sandbox")) return SANDBOX_BADGE;
  const profile = carried.includes("--profile") ? carried[carried.indexOf("--profile") + 1] : undefined;
  return profile === undefined ? "" : badge(`Profile ${shortText(profile)}`);
}
