/** A map page: one HTML file with the rows of a command on a map, in a table and along time. It sends no request. */
import { escapeHtml, htmlPage } from "./page/html-page.ts";
import { MAP_LIBRARY, MAP_SCRIPT, MAP_STYLE } from "./map-page/assets.generated.ts";
import { pageBody } from "./map-page/body.ts";
import type { MapPage } from "./map-page/model.ts";
import { pageData } from "./map-page/page-data.ts";

export type { MapPage, MapPrice, MapRow } from "./map-page/model.ts";

export function mapPage(page: MapPage): string {
  const data = pageData(page);
  return htmlPage({
    title: data.title,
    style: MAP_STYLE,
    body: pageBody(escapeHtml(data.title)),
    data,
    scripts: [MAP_LIBRARY, MAP_SCRIPT],
  });
}
