/** The colours of the map, from the style for light or dark. */

const COLOUR_NAMES = [
  "sea",
  "land",
  "coast",
  "border",
  "graticule",
  "area",
  "town",
  "ink",
  "quiet",
  "paper",
  "tick",
  "group-1",
  "group-2",
  "group-3",
  "group-4",
  "group-5",
  "group-6",
] as const;

export type Colours = Record<(typeof COLOUR_NAMES)[number], string>;

export type GroupName = Extract<keyof Colours, `group-${number}`>;

export function readColours(): Colours {
  // A variable keeps `light-dark()` as text; the colour of an element is resolved.
  const probe = document.createElement("span");
  // A map in two colours is unreadable, so forced colours apply only to the rest of the page.
  probe.style.setProperty("forced-color-adjust", "none");
  document.body.append(probe);
  const colours = {} as Colours;
  for (const name of COLOUR_NAMES) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}
