/** `npm run docs:pictures` makes the pictures of README.md and docs/ from the sandbox: docs/pictures/*. */
import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execFileSync } from "node:child_process";
import { pictureOfPage } from "./page-picture.mjs";
import { openSession } from "./terminal-session.mjs";
import { terminalSvg } from "./terminal-svg.mjs";

const PROGRAM = resolve(import.meta.dirname, "../../bin/swath.js");
const FOLDER = resolve(import.meta.dirname, "../../docs/pictures");
/** The size that GitHub and a reader on a slow line load without a wait. */
const LARGEST = 300_000;

async function save(name, content) {
  if (Buffer.byteLength(content) > LARGEST)
    throw new Error(`${name} has ${Buffer.byteLength(content)} bytes; at most ${LARGEST}`);
  await writeFile(join(FOLDER, name), content);
  process.stdout.write(`${name}: ${Math.round(Buffer.byteLength(content) / 1000)} kB\n`);
}

/** A home folder with `swath` on its path, which uses its own sandbox. */
async function makeHome() {
  const home = await mkdtemp(join(tmpdir(), "swath-pictures-"));
  await mkdir(join(home, "bin"));
  await symlink(PROGRAM, join(home, "bin", "swath"));
  const path = [join(home, "bin"), resolve(process.execPath, ".."), process.env["PATH"]].join(":");
  return { home, env: { HOME: home, PATH: path, LANG: "C.UTF-8", SWATH_PROFILE: "sandbox" } };
}

/** Returns the short ids of the last search. */
async function scenesFound(home) {
  const file = join(home, ".cache/swath/last-search/sandbox.json");
  const { items } = JSON.parse(await readFile(file, "utf8"));
  return [...new Set(items.map(({ collectId }) => collectId.slice(0, 8)))];
}

/** The main job on a terminal: find, buy, download, verify. */
async function recordMainJob({ home, env }) {
  const [columns, rows] = [100, 28];
  const session = await openSession({ columns, rows, env, folder: home });
  await session.prompt();
  const run = async (line, answer) => {
    await session.type(line);
    await session.rest(500);
    await session.type("\r");
    if (answer !== undefined) {
      await session.until(answer.at);
      await session.rest(2500);
      await session.type(answer.keys);
    }
    await session.prompt();
    await session.rest(3000);
  };
  try {
    await run("swath catalog search --place Lisbon --radius 20km --from -60d --limit 8");
    const [first, second] = await scenesFound(home);
    await run(`swath order place ${first}:GEO ${second}:GEO`, { at: /\(y\/N\)/, keys: "y\r" });
    await run("swath order download --out-dir imagery", { at: /Which order/, keys: "\r" });
    await run("swath verify imagery");
  } catch (error) {
    await session.end();
    throw error;
  }
  const frames = await session.end();
  await save("main-job.svg", terminalSvg(frames, { columns, rows, title: "swath" }));
}

/** The map page of a search, with two scenes ticked. */
async function pictureMap({ home, env }) {
  const path = join(home, "lisbon.html");
  const words = [
    "catalog",
    "search",
    "--place",
    "Lisbon",
    "--radius",
    "20km",
    "--from",
    "-60d",
    "--all",
    "--price",
    "--map",
    path,
  ];
  execFileSync(process.execPath, [PROGRAM, ...words, "--quiet"], { env, stdio: "ignore" });
  const picture = await pictureOfPage(path, { width: 1280, height: 800 }, async (page) => {
    const ticks = page.locator("tbody input[type=checkbox]");
    for (const row of [1, 4]) await ticks.nth(row).check();
  });
  await save("map-page.png", picture);
}

/** The map page of a wider search, in dark colours. */
async function pictureDarkMap({ home, env }) {
  const path = join(home, "peninsula.html");
  const words = ["catalog", "search", "--bbox", "-10,35,6,44", "--limit", "150", "--map", path, "--quiet"];
  execFileSync(process.execPath, [PROGRAM, ...words], { env, stdio: "ignore" });
  const size = { width: 1280, height: 800, colorScheme: "dark" };
  await save("map-page-dark.png", await pictureOfPage(path, size));
}

/** The gallery of a few downloaded scenes. */
async function pictureGallery({ home, env }) {
  const swath = (line) =>
    execFileSync(process.execPath, [PROGRAM, ...line.split(" "), "--quiet"], { env, cwd: home }).toString();
  await writeFile(
    join(home, "items.json"),
    swath("catalog search --place Lisbon --radius 20km --product-type GEO --limit 6 --output order-items"),
  );
  const order = swath("order place --items items.json --yes --output id").trim();
  swath(`order download ${order} --wait --out-dir lisbon`);
  swath("gallery lisbon --verify");
  const size = { width: 1280, height: 800 };
  await save("gallery.png", await pictureOfPage(join(home, "lisbon", "swath-gallery.html"), size));
}

await mkdir(FOLDER, { recursive: true });
// Each has its own home: an item that one has bought would be refused to another.
for (const make of [pictureMap, pictureDarkMap, recordMainJob, pictureGallery]) {
  const place = await makeHome();
  try {
    await make(place);
  } finally {
    await rm(place.home, { recursive: true, force: true });
  }
}
