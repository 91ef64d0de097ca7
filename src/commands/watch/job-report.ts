/** The report of a watch to its CI job. */
import type { NewScene } from "../../app/watching/watch-request.ts";
import { countText, moreText } from "../../counted.ts";
import { listItemProducts } from "../../domain/catalog/scene.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { formatHtmlRow, formatOutputs, type JobReport } from "../job-report.ts";

/** Maximum number of scenes in a summary. */
const MAX_NAMED = 50;

/** Counts the scenes of a run as they are shown. */
export class WatchTally {
  private scenes = 0;
  private ordered = 0;
  private readonly sites = new Set<string>();
  private readonly rows: string[] = [];

  add({ site, scene, items, order }: NewScene): void {
    this.scenes += 1;
    this.sites.add(site);
    if (order?.status === "ordered") this.ordered += 1;
    if (this.rows.length >= MAX_NAMED) return;
    const time = items[0]?.item.properties?.["datetime"];
    const outcome = order === undefined ? "" : "price" in order ? order.price : order.status;
    const cells = [
      site,
      typeof time === "string" ? timeForPeople(time, true) : "",
      listItemProducts(items.map(({ item }) => item)).join(" "),
      scene,
      outcome ?? "",
    ];
    this.rows.push(formatHtmlRow(cells));
  }

  report(): JobReport {
    const { scenes, ordered, sites, rows } = this;
    const summary = [
      `<p><b>${countText(scenes, "new scene")}</b> over ${countText(sites.size, "site")}</p>`,
      `<table><tr><th>site</th><th>time</th><th>products</th><th>scene</th><th>order</th></tr>${rows.join("")}</table>`,
      ...(scenes > rows.length ? [`<p>${moreText(scenes - rows.length)}</p>`] : []),
      "",
    ].join("\n");
    return {
      isChanged: scenes > 0,
      outputs: formatOutputs({ changed: scenes > 0, scenes, sites: sites.size, ordered }),
      summary: scenes > 0 ? summary : undefined,
    };
  }
}
