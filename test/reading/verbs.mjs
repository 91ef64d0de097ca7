/**
 * The measured verbs: each returns the words of its run. `swath` runs the program from another home, so that the measured run
 * is the first one in its own.
 */
const words = (text) => text.split(" ");

const itemOf = async (swath) => (await swath(words("catalog search --limit 1 --output id"))).trim();

const TASK = "task create --point -9.14,38.72 --window-open +1d --window 7d --tier standard --type spotlight";
const REPEAT =
  "repeat create --point 14.43,40.82 --from +1d --interval 7 --count 3 --tier routine --type spotlight";
const SITES = {
  type: "FeatureCollection",
  features: [
    {
      type: "Feature",
      properties: { name: "lisbon" },
      geometry: { type: "Point", coordinates: [-9.14, 38.72] },
    },
  ],
};

/** Files that all of these run are the kit of every command. */
export const KIT_VERBS = ["order place", "catalog search", "org set-defaults"];

export const VERBS = {
  "order place": async ({ swath }) => [
    ...words("order place --yes --max-cost 10000 --item"),
    `vendor-archive/${await itemOf(swath)}`,
  ],
  "catalog search": async () => words("catalog search --place Lisbon"),
  "org set-defaults": async ({ organization }) =>
    words(`org set-defaults --org ${organization} --required GEO --optional SICD,GEC --dry-run`),
  // Before the others that leave requests to approve.
  "approvals approve": async ({ swath }) => {
    await swath(words(TASK));
    return words("approvals approve --all --yes --max-cost 10000");
  },
  "task create": async () => words(TASK),
  "order download": async ({ swath }) => {
    const item = await itemOf(swath);
    const id = await swath([...words("order place --yes --output id --item"), item]);
    return [...words("order download --out-dir downloads"), id.trim()];
  },
  "export sync": async () => words("export sync footprints --type latest --format geoparquet"),
  watch: async ({ write }) => ["watch", write("sites.geojson", JSON.stringify(SITES)), "--since", "30d"],
  "repeat approve": async ({ swath }) => [
    ...words("repeat approve --yes --max-cost 10000"),
    (await swath(words(`${REPEAT} --output id`))).trim(),
  ],
};
