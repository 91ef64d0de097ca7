/**
 * A map page: one HTML file that shows the rows of a command on a map, in a table and in a timeline. It sends no
 * request.
 */
import { groupedText, countText } from "../counted.ts";
import { escapeHtml } from "../escape-html.ts";
import { timeForPeople } from "../time/timestamp.ts";
import type { MapPage } from "./map-page/model.ts";
import { makePageData, shortenText, type PageData } from "./map-page/page-data.ts";
import { MAP_SCRIPT, MAP_STYLE } from "./page/built/assets.generated.ts";
import { writeBadge, writeHtmlPage, SANDBOX_BADGE, ENLARGED_FIGURE } from "./html-page.ts";

export type { MapPage, MapPrice, MapRow } from "./map-page/model.ts";

export function writeMapPage(page: MapPage): string {
  const data = makePageData(page);
  return writeHtmlPage({
    title: data.title,
    style: MAP_STYLE,
    body: writePageBody(
      escapeHtml(data.title),
      `${chooseBadge(data)}${escapeHtml(describePage(page, data))}`,
    ),
    data,
    script: MAP_SCRIPT,
  });
}

/** Returns the contents of the page, their time, and the time of its creation. */
function describePage(page: MapPage, { rows }: PageData): string {
  const { madeAt, omitted = 0, facts = [] } = page;
  const scenes = new Set(rows.map(({ scene }, index) => scene?.id ?? index));
  const times = page.rows
    .flatMap(({ time = "", lastTime = time }) => [Date.parse(time), Date.parse(lastTime)])
    .filter((ms) => !Number.isNaN(ms));
  const without = rows.filter(({ geometry }) => geometry === null).length;
  const madeMs = Date.parse(madeAt ?? "");
  return [
    ...(rows.some(({ scene }) => scene !== undefined)
      ? [`${countText(scenes.size, "scene")}, ${countText(rows.length, "product")}`]
      : [countText(rows.length, "row")]),
    ...(omitted > 0 ? [`${groupedText(omitted)} more are not on this page`] : []),
    ...(times.length > 0 ? [formatDays(times)] : []),
    ...(Number.isNaN(madeMs) ? [] : [`made ${timeForPeople(madeMs, true)}`]),
    ...(without > 0 ? [`${groupedText(without)} without a place on the map`] : []),
    ...facts.map(shortenText),
  ].join(" · ");
}

/** Returns `2026-09-25 to 2026-11-19`, or a single day. */
function formatDays(times: readonly number[]): string {
  const first = times.reduce((one, other) => Math.min(one, other));
  const last = times.reduce((one, other) => Math.max(one, other));
  const [from, to] = [timeForPeople(first).slice(0, 10), timeForPeople(last).slice(0, 10)];
  return from === to ? from : `${from} to ${to}`;
}

/** Returns the owner of the page as a badge, if the page's commands select a profile. */
function chooseBadge({ command: { carried } }: PageData): string {
  if (carried.includes("--sandbox")) return SANDBOX_BADGE;
  const profile = carried.includes("--profile") ? carried[carried.indexOf("--profile") + 1] : undefined;
  return profile === undefined ? "" : writeBadge(`Profile ${shortenText(profile)}`);
}

// The markup of a map page, which its script fills.

const writePageBody = (title: string, about: string): string => `<header class="head">
<div class="titles"><h1>${title}</h1><p id="about">${about}</p></div>
</header>
<noscript><p class="note">This page draws its map and its table with the script that is inside it. Scripts are switched off.</p></noscript>
<main class="split">
${CHART}
${PANEL}
</main>
<dialog id="enlarged" aria-labelledby="enlarged-name">${ENLARGED_FIGURE}<button type="button" id="enlarged-close">Close</button></dialog>`;

/** The map with its controls and its key. */
const CHART = `<section class="chart" aria-label="Map">
<div class="map" id="map" role="application" aria-label="Map" tabindex="0" aria-describedby="map-keys">
<canvas id="canvas"></canvas>
<p class="visually-hidden" id="map-keys">Arrow keys move the map, plus and minus zoom, 0 shows everything. The table lists the same rows.</p>
<div class="corner top right tools">
<button type="button" id="zoom-in" aria-label="Zoom in" title="Zoom in (+)">+</button>
<button type="button" id="zoom-out" aria-label="Zoom out" title="Zoom out (-)">&minus;</button>
<button type="button" id="zoom-all" title="Show everything (0)">All</button>
</div>
<div class="corner top left" id="card" role="group" aria-label="Here on the map" hidden></div>
<div class="corner bottom left base">
<svg id="north" class="north" viewBox="-12 -12 24 24" role="img" aria-label="North"><path d="M0 -10 L5 8 L0 4 L-5 8 Z"/></svg>
<div class="scale"><span id="scale-bar"></span><span id="scale-text"></span></div>
<span id="where" aria-hidden="true"></span>
</div>
</div>
<details class="keys" id="keys" open><summary>Key</summary>
<div id="legend"></div>
<div class="choices"><label id="colour-label">Colour by <select id="colour"></select></label>
<label class="check"><input type="checkbox" id="borders"> Borders (de facto)</label></div>
</details>
</section>`;

/** The search, the timeline, the table and the ticked rows. */
const PANEL = `<section class="panel" aria-label="Table">
<div class="find" id="find">
<label class="search"><span class="visually-hidden">Search</span><input type="search" id="search" placeholder="Search" spellcheck="false"></label>
<button type="button" id="filters" aria-expanded="false" aria-controls="filter-fields">Filter<span id="filter-note"></span></button>
<button type="button" id="filters-clear" hidden>Clear</button>
<label class="sort">Sort <select id="sort"></select></label>
<div id="filter-fields" hidden></div>
</div>
<div class="histogram" id="histogram" hidden>
<svg id="bars" aria-hidden="true" preserveAspectRatio="none"></svg>
<div class="range">
<label class="visually-hidden" for="range-from">Earliest time shown</label><input type="range" id="range-from" min="0" max="1000" value="0">
<label class="visually-hidden" for="range-to">Latest time shown</label><input type="range" id="range-to" min="0" max="1000" value="1000">
</div>
<p class="range-text"><span id="range-start"></span><button type="button" id="range-reset" hidden>All times</button><span id="range-end"></span></p>
</div>
<div class="counts" id="counts"><label class="check" id="all-label"><input type="checkbox" id="tick-all"> <span id="all-text">Tick all shown</span></label><p id="status" role="status" aria-live="polite"></p></div>
<div class="rows" id="rows" role="region" aria-label="Rows" tabindex="0"><table id="table" role="table"><caption class="visually-hidden">The rows on the map</caption><thead id="head" role="rowgroup"></thead><tbody id="body" role="rowgroup"></tbody></table>
<p id="none" class="note" hidden></p></div>
<div class="pages" id="pages" hidden><button type="button" id="page-back">Earlier</button><span id="page-text"></span><button type="button" id="page-on">Further</button></div>
<p class="same" id="same" hidden></p>
<section class="basket" id="basket" aria-label="Ticked rows">
<div class="sum"><p id="sum" role="status" aria-live="polite"></p><button type="button" id="copy" class="main" hidden>Copy as command</button></div>
<details id="actions" open hidden><summary>Command and file</summary>
<div class="actions">
<label><span class="visually-hidden">Command</span><select id="verb"><option value="review">order review</option><option value="place">order place</option></select></label>
<label>Shell <select id="shell"><option value="posix">sh</option><option value="powershell">PowerShell</option></select></label>
<button type="button" id="save">Save order items</button>
<button type="button" id="untick">Untick all</button>
</div>
<textarea id="command" readonly rows="2" aria-label="Command" spellcheck="false" hidden></textarea>
<p id="with-prices" hidden>This page with prices: <code id="price-command"></code></p>
</details>
<p id="copy-note" role="status"></p>
</section>
</section>`;
