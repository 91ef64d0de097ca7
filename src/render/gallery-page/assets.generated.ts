/** Style and scripts of the gallery page. Made by `npm run docs`. */
export const GALLERY_SCRIPT = `(function() {
// src/counted.ts
/** Counts and long lists for people, identical in every layer and every locale. */
/** Returns \`1,312\`, \`1,312.50\`. */
function groupedText(value) {
	const [whole = "", ...fraction] = String(value).split(".");
	return [whole.replaceAll(/\\B(?=(\\d{3})+$)/g, ","), ...fraction].join(".");
}
/** Returns \`1 file\`, \`1,312 files\`. */
const countText = (count, noun) => \`\${groupedText(count)} \${noun}\${count === 1 ? "" : "s"}\`;
// src/render/page/browser/dom.ts
/** Elements by id, and new elements. Text is set as text, so that content of a service never becomes markup. */
function byId(id) {
	const element = document.getElementById(id);
	if (element === null) throw new Error(\`the page has no element \${id}\`);
	return element;
}
// src/render/page/browser/enlarged-picture.ts
/** An enlarged picture with a caption: its content, its pixels, and their extent on the ground. Escape closes it. */
const dialog = byId("enlarged");
const large = byId("enlarged-picture");
let returnFocus = () => {};
byId("enlarged-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
	if (event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => returnFocus());
/** Shows the picture and replaces an open one; \`focus\` is called when it is closed. */
function enlarge({ url, name, about, ground }, focus) {
	returnFocus = focus;
	Object.assign(large, {
		src: url,
		alt: name
	});
	byId("enlarged-name").textContent = name;
	byId("enlarged-about").textContent = about;
	const showSize = (pixels) => {
		if (large.src !== url) return;
		byId("enlarged-size").textContent = ground === "" ? pixels : \`\${pixels} \\u00b7 \${ground}\`;
	};
	large.decode().then(() => showSize(\`\${large.naturalWidth} x \${large.naturalHeight} pixels\`), () => showSize("this browser cannot draw the picture"));
	if (!dialog.open) dialog.showModal();
}
// src/render/gallery-page/browser/main.ts
/** The script of a gallery: enlarges pictures, moves between them, and filters items by the text of their cards. */
const cards = [...document.querySelectorAll(".card")];
const find = byId("find");
let shown;
const isShown = (card) => !card.hidden;
const shots = () => cards.filter(isShown).flatMap((card) => [...card.querySelectorAll("button.shot")]);
function show(shot) {
	const picture = shot.querySelector("img");
	if (picture === null) return;
	shown = shot;
	const { about = "", ground = "" } = shot.dataset;
	enlarge({
		url: picture.src,
		name: picture.alt,
		about,
		ground
	}, () => shot.focus());
}
/** Shows the next or the previous picture; after the last one comes the first. */
function turn(step) {
	const all = shots();
	const next = all[((shown === void 0 ? -1 : all.indexOf(shown)) + step + all.length) % all.length];
	if (next !== void 0) show(next);
}
for (const card of cards) for (const shot of card.querySelectorAll("button.shot")) shot.addEventListener("click", () => show(shot));
byId("back").addEventListener("click", () => turn(-1));
byId("on").addEventListener("click", () => turn(1));
byId("enlarged").addEventListener("keydown", (event) => {
	if (event.key === "ArrowLeft") turn(-1);
	else if (event.key === "ArrowRight") turn(1);
	else return;
	event.preventDefault();
});
find.addEventListener("input", () => {
	const words = find.value.toLowerCase().split(/\\s+/);
	for (const card of cards) {
		const text = (card.textContent ?? "").toLowerCase();
		card.hidden = !words.every((word) => text.includes(word));
	}
	const count = cards.filter(isShown).length;
	byId("status").textContent = count === cards.length ? "" : \`\${countText(count, "scene")} of \${cards.length} shown\`;
});
})();
`;
export const GALLERY_STYLE = `/* Calm colours of a printed chart: the data is the only thing that is bright. */
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #12181c);
  --raised: light-dark(#ffffff, #1a2227);
  --ink: light-dark(#1b262b, #e4eaec);
  --quiet: light-dark(#55656c, #9aabb2);
  --line: light-dark(#ddd9d0, #2b373d);
  --accent: light-dark(#0a5f7c, #6cc7e4);
  --tick: light-dark(#b8430f, #ffa063);
  --sea: light-dark(#d9e6ea, #162229);
  --land: light-dark(#f5f1e7, #263138);
  --coast: light-dark(#8ea7af, #55707b);
  --border: light-dark(#a79c8d, #6d7b80);
  --graticule: light-dark(#bcd0d6, #22333c);
  --area: light-dark(#33454d, #d8e2e5);
  --town: light-dark(#5f6a6c, #93a4aa);
  --group-1: light-dark(#0f6f94, #5bb8dc);
  --group-2: light-dark(#7b4ba6, #bf9be6);
  --group-3: light-dark(#37793a, #7fc47f);
  --group-4: light-dark(#98660a, #e0b053);
  --group-5: light-dark(#ad3463, #ee8fb0);
  --group-6: light-dark(#56636a, #a9b7bd);
  font:
    15px/1.45 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    "Noto Sans",
    sans-serif;
}
:root[data-theme="light"] {
  color-scheme: light;
}
/* Paper is white, whatever the screen was. */
@media print {
  :root {
    color-scheme: light;
  }
}
* {
  box-sizing: border-box;
}
html,
body {
  height: 100%;
  margin: 0;
}
body {
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
}
h1 {
  margin: 0;
  font-size: 1.15rem;
  font-weight: 650;
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
}
p {
  margin: 0;
}
button,
select,
input,
textarea {
  font: inherit;
  color: inherit;
}
button,
select,
input[type="number"],
input[type="search"] {
  min-height: 30px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
  padding: 2px 10px;
}
select {
  padding-right: 4px;
  max-width: 100%;
}
button {
  cursor: pointer;
}
button:hover:enabled {
  border-color: var(--accent);
}
button:disabled {
  opacity: 0.5;
  cursor: default;
}
button.main {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--paper);
  font-weight: 600;
}
input[type="checkbox"] {
  width: 17px;
  height: 17px;
  margin: 0;
  vertical-align: -3px;
  accent-color: var(--tick);
}
input[type="range"] {
  accent-color: var(--accent);
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
[hidden] {
  display: none !important;
}
.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.note {
  padding: 1rem;
  color: var(--quiet);
}

.head {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 20px;
  padding: 9px 16px;
  border-bottom: 1px solid var(--line);
}
.titles {
  flex: 1 1 320px;
  min-width: 0;
}
.titles p,
#status {
  color: var(--quiet);
  font-size: 0.87rem;
}
#status {
  font-variant-numeric: tabular-nums;
}
.badge {
  display: inline-block;
  margin-right: 8px;
  padding: 0 8px;
  border: 1px solid var(--line);
  border-radius: 999px;
  font-size: 0.8rem;
}
dialog {
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--raised);
  padding: 14px;
  max-width: 94vw;
}
dialog::backdrop {
  background: rgb(0 0 0 / 55%);
}
dialog figure {
  margin: 0;
}
dialog img {
  display: block;
  min-width: min(70vw, 512px);
  max-width: 88vw;
  max-height: 68vh;
  margin: 0 auto 10px;
  background: var(--sea);
  object-fit: contain;
}
figcaption {
  display: grid;
  gap: 2px;
  max-width: 88vw;
  margin-bottom: 12px;
  overflow-wrap: anywhere;
}
figcaption span {
  color: var(--quiet);
  font-size: 0.87rem;
}

html,
body {
  height: auto;
}
.gallery {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(290px, 1fr));
  gap: 18px;
  padding: 18px;
  align-items: start;
}
.find {
  display: flex;
  align-items: center;
  gap: 8px;
  color: var(--quiet);
}
.card {
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--raised);
  overflow: hidden;
  break-inside: avoid;
}
.shot,
.noshot {
  display: flex;
  align-items: center;
  justify-content: center;
  width: 100%;
  height: 240px;
  padding: 10px;
  border: 0;
  border-bottom: 1px solid var(--line);
  border-radius: 0;
  background: var(--sea);
  color: var(--quiet);
  overflow: hidden;
}
.noshot {
  padding: 24px;
  text-align: center;
  font-size: 0.87rem;
}
.more {
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
}
.more .shot {
  width: 54px;
  height: 54px;
  border: 1px solid var(--line);
  border-radius: 5px;
  padding: 3px;
}
.shot {
  cursor: zoom-in;
}
.shot:hover:enabled {
  background: var(--land);
}
.shot:focus-visible {
  outline-offset: -3px;
}
.shot img {
  width: 100%;
  height: 100%;
  object-fit: contain;
}
.card-text {
  display: grid;
  gap: 8px;
  padding: 12px 14px 14px;
}
h2 {
  margin: 0;
  font-size: 1rem;
  font-weight: 650;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
.about {
  margin-top: -6px;
  color: var(--quiet);
  font-size: 0.87rem;
  overflow-wrap: anywhere;
}
.product {
  border-top: 1px solid var(--line);
  padding-top: 7px;
}
.product .id {
  margin: 6px 0;
  font-size: 0.8rem;
  word-break: break-all;
}
.product summary b {
  color: var(--ink);
  overflow-wrap: anywhere;
}
.product summary .wrong {
  color: var(--tick);
  font-weight: 600;
}
.state {
  font-size: 0.84rem;
  overflow-wrap: anywhere;
}
.state::before {
  content: "";
  display: inline-block;
  width: 9px;
  height: 9px;
  margin-right: 7px;
  border-radius: 50%;
  background: var(--group-3);
}
.state.wrong {
  font-weight: 600;
}
.state.wrong::before {
  border-radius: 0;
  background: var(--tick);
}
dl {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 2px 12px;
  margin: 0;
  font-size: 0.84rem;
}
dt {
  color: var(--quiet);
}
dd {
  margin: 0;
  overflow-wrap: anywhere;
}
summary {
  cursor: pointer;
  font-size: 0.84rem;
  color: var(--quiet);
}
.files {
  display: grid;
  gap: 8px;
  margin: 8px 0 12px;
  padding: 0;
  list-style: none;
  font-size: 0.84rem;
}
.files code {
  display: block;
  word-break: break-all;
}
.files span {
  color: var(--quiet);
}
.files .wrong {
  color: var(--tick);
  font-weight: 600;
}
.turn {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
}
@media (max-width: 500px) {
  .gallery {
    padding: 10px;
    gap: 10px;
    grid-template-columns: 1fr;
  }
}
@media print {
  .find,
  .more {
    display: none;
  }
  .gallery {
    grid-template-columns: repeat(3, 1fr);
  }
  .shot,
  .noshot {
    background: none;
    height: 180px;
  }
}
`;
