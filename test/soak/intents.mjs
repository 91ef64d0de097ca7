/** The intents: commands of every kind that can cost money, each about a different subject. */
import { pick, randomOf } from "./random.mjs";

const WINDOW = ["--window-open", "2031-05-01T00:00:00Z", "--window-close", "2031-05-08T00:00:00Z"];
const SINGLE = ["--point", "177.99,-16.85", ...WINDOW, "--tier", "standard", "--type", "spotlight"];
const START = ["--from", "2031-04-01T00:00:00Z"];
const SERIES = ["--point", "14.43,40.82", ...START, "--count", "5", "--interval", "7", "--tier", "flexible"];
const PAID = ["--pre-approve", "--yes"];

/** Kind -> its words and weight. `makes` is the kind of record by which a lost answer is looked up. */
const KINDS = {
  "order place": { weight: 20, makes: "order", words: (item) => ["--item", `soak/${item}`, "--yes"] },
  "order task": { weight: 10, makes: "order", words: (item) => [`t-${item}`, "--yes"] },
  "task approve": { weight: 12, makes: "approval", words: (item) => [`t-${item}`, "--yes"] },
  "repeat approve": { weight: 8, makes: "approval", words: (item) => [`r-${item}`, "--yes"] },
  "task create": { weight: 15, makes: "task", words: (item) => [...SINGLE, "--name", item, ...PAID] },
  "repeat create": {
    weight: 10,
    makes: "repeat",
    words: (item) => [...SERIES, "--type", "spotlight", "--name", item, ...PAID],
  },
  "task retask": {
    weight: 8,
    makes: "task",
    words: (item) => [`t-pre-${item}`, ...WINDOW, "--name", item, "--yes"],
  },
  "repeat retask": {
    weight: 7,
    makes: "repeat",
    words: (item) => [`r-pre-${item}`, ...START, "--count", "3", "--name", item, "--yes"],
  },
  "collect retask": {
    weight: 5,
    makes: "task",
    words: (item) => [
      `c-${item}`,
      ...WINDOW,
      "--name",
      item,
      "--set",
      "properties.preApproval=true",
      "--yes",
    ],
  },
  "api POST": {
    weight: 5,
    makes: "order",
    words: (item) => [
      "/orders",
      "--data",
      JSON.stringify({ items: [{ collectionId: "soak", granuleId: item }] }),
      "--yes",
    ],
  },
};

const WEIGHTS = Object.fromEntries(Object.entries(KINDS).map(([name, { weight }]) => [name, weight]));

/** The same kinds for the same seed. */
export function intentOf(seed, item) {
  const kind = pick(randomOf(seed, `kind of ${item}`), WEIGHTS);
  const { makes, words } = KINDS[kind];
  return { item, kind, makes, args: [...kind.split(" "), ...words(item)] };
}

/** The subject of a request. */
export const itemIn = (text) => /item-\d+/.exec(text)?.[0];

/** The id from the service; an approval keeps its own. */
export const idOf = ({ kind, makes, item }) =>
  makes === "approval" ? `${kind[0]}-${item}` : `${makes[0]}-new-${item}`;
