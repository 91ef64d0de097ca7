/** Frames of a terminal as one SVG file: text, no script, no font of its own; without motion for readers who reduce it. */

const CELL = { width: 8.4, height: 18 };
const PAD = 14;
const BAR = 30;
const INK = { text: "#d7dde4", ground: "#11161c", dim: 0.62 };
const PALETTE = [
  "#3b4252",
  "#ff6b6b",
  "#7bd88f",
  "#f2c46d",
  "#6cb6ff",
  "#d2a8ff",
  "#5fd7d7",
  "#d7dde4",
  "#7d8590",
  "#ff8e8e",
  "#9be9a8",
  "#ffd98a",
  "#9cccff",
  "#e2c5ff",
  "#8aeaea",
  "#ffffff",
];

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const level = (step) => (step === 0 ? 0 : 55 + step * 40);
const hex = (...parts) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Returns one of the 256 colours, or a colour that is given in full. */
function colorOf(color) {
  if (typeof color !== "number") return color;
  if (color < 16) return PALETTE[color];
  if (color >= 232) return hex(...Array(3).fill(8 + (color - 232) * 10));
  const cube = color - 16;
  return hex(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

const number = (value) => String(Math.round(value * 100) / 100);

function rowSvg(runs) {
  return runs
    .map(({ text, at, width, style }) => {
      const [front, back] = style.inverse
        ? [colorOf(style.ground) ?? INK.ground, colorOf(style.color) ?? INK.text]
        : [colorOf(style.color), colorOf(style.ground)];
      const ground =
        back === undefined
          ? ""
          : `<rect x="${number(at * CELL.width)}" y="0" width="${number(width * CELL.width)}" height="${CELL.height}" fill="${back}"/>`;
      if (text.trim() === "") return ground;
      const attributes = [
        front === undefined ? "" : ` fill="${front}"`,
        style.bold ? ` font-weight="700"` : "",
        style.dim ? ` opacity="${INK.dim}"` : "",
        style.underline ? ` text-decoration="underline"` : "",
      ].join("");
      return `${ground}<text x="${number(at * CELL.width)}" y="13.5" textLength="${number(width * CELL.width)}"${attributes}>${escape(text)}</text>`;
    })
    .join("");
}

/** `frames` are those of `openSession`; `title` is in the bar of the window. */
export function terminalSvg(frames, { columns, rows, title }) {
  const width = Math.ceil(columns * CELL.width + 2 * PAD);
  const height = rows * CELL.height + 2 * PAD + BAR;
  const known = new Map();
  const idOf = (runs) => {
    const svg = rowSvg(runs);
    if (svg === "") return undefined;
    if (!known.has(svg)) known.set(svg, `r${known.size}`);
    return known.get(svg);
  };
  const screens = frames.map(({ screen }, index) => {
    const uses = screen.rows
      .map((runs, row) => [idOf(runs), row])
      .filter(([id]) => id !== undefined)
      .map(([id, row]) => `<use href="#${id}" y="${row * CELL.height}"/>`)
      .join("");
    const cursor = `<rect x="${number(screen.cursor.column * CELL.width)}" y="${screen.cursor.row * CELL.height}" width="${CELL.width}" height="${CELL.height}" fill="${INK.text}" opacity=".55"/>`;
    return `<g transform="translate(${index * width} 0)">${uses}${cursor}</g>`;
  });
  const total = frames.reduce((sum, { ms }) => sum + ms, 0);
  let at = 0;
  const steps = frames.map(({ ms }, index) => {
    const step = `${number((at / total) * 100)}%{transform:translateX(${-index * width}px)}`;
    at += ms;
    return step;
  });
  const last = `transform:translateX(${-(frames.length - 1) * width}px)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}">
<style>
text{white-space:pre}
.film{animation:film ${Math.round(total)}ms steps(1,end) infinite}
@keyframes film{${steps.join("")}100%{${last}}}
@media (prefers-reduced-motion:reduce){.film{animation:none;${last}}}
</style>
<defs><clipPath id="screen"><rect width="${width - PAD * 2}" height="${rows * CELL.height}"/></clipPath>
${[...known].map(([svg, id]) => `<g id="${id}">${svg}</g>`).join("\n")}
</defs>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13.5" fill="${INK.text}">
<rect width="${width}" height="${height}" rx="9" fill="${INK.ground}"/>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8.5" fill="none" stroke="#30363d"/>
<circle cx="18" cy="16" r="5.5" fill="#ff5f57"/><circle cx="37" cy="16" r="5.5" fill="#febc2e"/><circle cx="56" cy="16" r="5.5" fill="#28c840"/>
<text x="${width / 2}" y="20.5" text-anchor="middle" opacity=".6">${escape(title)}</text>
<g transform="translate(${PAD} ${BAR + PAD / 2})" clip-path="url(#screen)"><g class="film" xml:space="preserve">
${screens.join("\n")}
</g></g></g>
</svg>
`;
}
