/** The report of a watch to its CI job, in addition to its rows: exit code, outputs, a summary. */
import type { NewScene } from "../../app/watching/watch-request.ts";
import type { Context } from "../../cli/context.ts";
import { appendOutputs, appendSummary, htmlText } from "../../cli/output/github-actions.ts";
import { countText, moreText } from "../../counted.ts";
import { productTypes } from "../../domain/catalog/scene.ts";
import { timeForPeople } from "../../time/timestamp.ts";

/** Exit code of a watch that found something, with `--exit-code`. */
const SOMETHING_NEW = 15;
/** Maximum number of scenes in a summary. */
const MOST_NAMED = 50;

/** Counts the scenes of a run as they are shown. */
export class WatchTally {
  scenes = 0;
  ordered = 0;
  readonly sites = new Set<string>();
  readonly rows: string[] = [];

  add({ site, scene, items, order }: NewScene): void {
    this.scenes += 1;
    this.sites.add(site);
    if (order?.status === "ordered") this.ordered += 1;
    if (this.rows.length >= MOST_NAMED) return;
    const time = items[0]?.item.properties?.["datetime"];
    const outcome = order === undefined ? "" : "price" in order ? order.price : order.status;
    const cells = [
      site,
      typeof time === "string" ? timeForPeople(time, true) : "",
      productTypes(items.map(({ item }) => item)).join(" "),
      scene,
      outcome,
    ];
    this.rows.push(`<tr>${cells.map((cell) => `<td>${htmlText(cell ?? "")}</td>`).join("")}</tr>`);
  }
}

export async function reportToJob(
  context: Context,
  tally: WatchTally,
  asked: { exitCode?: true | undefined; githubOutput?: true | undefined },
): Promise<void> {
  const { world, options, outcome } = context;
  const { scenes, ordered, sites, rows } = tally;
  if (asked.exitCode === true && scenes > 0) outcome.exitCode = SOMETHING_NEW;
  // Without a summary file, the step summary of the run already warns.
  if (options.stepSummary === true && scenes > 0 && (world.env["GITHUB_STEP_SUMMARY"] ?? "") !== "")
    await appendSummary(
      world,
      [
        `<p><b>${countText(scenes, "new scene")}</b> over ${countText(sites.size, "site")}</p>`,
        `<table><tr><th>site</th><th>time</th><th>products</th><th>scene</th><th>order</th></tr>${rows.join("")}</table>`,
        ...(scenes > rows.length ? [`<p>${moreText(scenes - rows.length)}</p>`] : []),
        "",
      ].join("\n"),
    );
  if (asked.githubOutput !== true) return;
  const values = { changed: scenes > 0, scenes, sites: sites.size, ordered };
  const unwritten = await appendOutputs(
    world,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  if (unwritten !== undefined) outcome.failure ??= unwritten;
}
