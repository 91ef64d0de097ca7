/** Map pages in Chromium that are hostile, hard to see, printed, zoomed or read aloud. */
import { rm } from "node:fs/promises";
import axe from "axe-core";
import { afterAll, describe, expect, onTestFinished, test, type TestContext } from "vitest";
import { writeMapPage, type MapPage, type MapRow } from "../../src/render/map-page.ts";
import { tempHome } from "../cli/world.ts";
import { formatDegrees } from "../../src/render/map-page/browser/degrees-text.ts";
import { closeChromium, frameDrawn, needChromium, openPage, type OpenPage } from "./chromium.ts";

afterAll(closeChromium);

async function open(
  context: TestContext,
  page: MapPage,
  options?: Parameters<typeof openPage>[2],
): Promise<OpenPage> {
  await needChromium(context);
  const folder = await tempHome();
  onTestFinished(() => rm(folder, { recursive: true }));
  return openPage(writeMapPage(page), folder, options);
}

const row = (id: string, longitude: number, latitude: number, size = 0.4): MapRow => ({
  id,
  time: `2025-11-${String((Math.abs(Math.round(longitude * 10)) % 28) + 1).padStart(2, "0")}T10:00:00Z`,
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [longitude, latitude],
        [longitude + size, latitude],
        [longitude + size, latitude + size],
        [longitude, latitude + size],
        [longitude, latitude],
      ],
    ],
  },
  values: { id, mode: longitude > 10 ? "spotlight" : "stripmap", incidence: 20 + Math.abs(latitude) / 10 },
  orderItems: [{ collectionId: "vendor-archive", granuleId: id }],
  price: { amount: 350.5, currency: "USD" },
});

const pageOf = (rows: readonly MapRow[], more: Partial<MapPage> = {}): MapPage => ({
  title: "Catalog search",
  madeAt: "2026-01-01T00:00:00Z",
  columns: ["id", "mode", "incidence"].map((key) => ({ key, header: key.toUpperCase() })),
  colourBy: "mode",
  rows,
  ...more,
});

const plain = pageOf(
  Array.from({ length: 30 }, (_, at) => row(`item-${at}`, 9 + at / 10, 40 + (at % 5) / 5)),
);

/** Pixels of the canvas that differ from the one in its top left corner, in percent. */
const drawn = (page: OpenPage["page"]): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.getElementById("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let other = 0;
    for (let at = 4; at < data.length; at += 4)
      if (data[at] !== data[0] || data[at + 1] !== data[1] || data[at + 2] !== data[2]) other += 1;
    return (400 * other) / data.length;
  })()`);

describe("MAP-07 hostile names", () => {
  const names = [
    "<img src=https://example.com/x onerror=window.hacked=1>",
    "</script><script>window.hacked=1</script>",
    "<style>body{display:none}</style>",
    "\u202Etxt.exe",
    "\u001b[2J\u0000",
    "javascript:window.hacked=1",
    "x".repeat(1_000_000),
    '" onfocus="window.hacked=1" autofocus x="',
    "$(touch /tmp/x)`touch /tmp/x`",
  ];

  test("run no script, send no request and remain text", async (context) => {
    const rows = names.map((name, at) => ({
      ...row(name, 10 + at, 40),
      values: { id: name, mode: name, incidence: name },
      picture: "https://example.com/x.png",
    }));
    const hostile = pageOf(rows, {
      title: names[1]!,
      targets: names.map((name, at) => ({ name, geometry: { type: "Point", coordinates: [10 + at, 41] } })),
      command: { carried: ["--profile", names[0]!], shell: "posix" },
    });
    const { page, errors, requests } = await open(context, hostile);
    expect(await page.locator("#body tr").count()).toBe(names.length);
    expect(await page.locator("h1").textContent()).toBe(names[1]);
    expect(await page.locator("#body .lead").first().textContent()).toBe(names[0]);
    expect(await page.locator("#body img, #body script, #body style").count()).toBe(0);
    await expect(page.locator("#sort option").allTextContents()).resolves.toContain("Mode ↑");
    for (const box of await page.locator("#body input").all()) await box.check();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect({ errors, requests }).toEqual({ errors: [], requests: [] });
    // One id has characters that no command may contain.
    expect(await page.locator("#copy").isDisabled()).toBe(true);
    expect(await page.locator("#copy-note").textContent()).toContain(
      "characters that are not allowed in a command",
    );
  });
});

describe("MAP-03 places everywhere", () => {
  const places: Readonly<Record<string, readonly MapRow[]>> = {
    "at the antimeridian": [row("a", 179.8, -17), row("b", -179.5, -16.5)],
    "at the North Pole": [row("a", 10, 85), row("b", -170, 86, 2)],
    "at the South Pole": [row("a", 10, -85), row("b", -170, -88, 2)],
    "of 200 m": [row("a", 14.25, 40.83, 0.002)],
    "of 2,000 km": [row("a", -10, 35, 20)],
    everywhere: [row("a", -120, 60), row("b", 140, -30), row("c", 0, 0)],
    "of a single point": [{ ...row("a", 0, 0), geometry: { type: "Point", coordinates: [14.25, 40.83] } }],
    "of nothing": [{ ...row("a", 0, 0), geometry: null }],
  };

  test.for(Object.entries(places))(
    "%s are drawn, and a click finds the rows there",
    async ([name, rows], context) => {
      const { page, errors } = await open(context, pageOf(rows));
      expect(await drawn(page)).toBeGreaterThan(1);
      expect(errors).toEqual([]);
      if (name === "of nothing") return;
      await page.locator("#body .lead").first().click();
      const canvas = page.locator("#canvas");
      const { width, height } = (await canvas.boundingBox())!;
      await canvas.click({ position: { x: width / 2, y: height / 2 } });
      expect(await page.locator("#card .here").first().textContent()).toContain("a");
    },
  );
});

test("MAP-03 the South Pole is land, and the North Pole is sea", async (context) => {
  for (const [latitude, colour] of [
    [-80, "245,241,231"],
    [80, "217,230,234"],
  ] as const) {
    const { page } = await open(
      context,
      pageOf([0, 90, 180, -90].map((longitude) => row(String(longitude), longitude, latitude, 0.1))),
    );
    await expect.poll(() => drawn(page)).toBeGreaterThan(1);
    // Around the pole, between its meridians.
    const found: string[] = await page.evaluate(`(() => {
      const canvas = document.getElementById("canvas");
      const [x, y, away] = [canvas.width / 2, canvas.height / 2, 24];
      return [[-1, -2], [1, 2], [2, -1], [-2, 1]].map(([right, down]) => {
        const { data } = canvas.getContext("2d").getImageData(x + right * away, y + down * away, 1, 1);
        return data.slice(0, 3).join();
      });
    })()`);
    expect(found).toEqual([colour, colour, colour, colour]);
  }
});

test("MAP-03 MAP-04 one row is counted as one, a small share is not 0, and 180 degrees has no side letter", async (context) => {
  const area = {
    type: "Polygon" as const,
    coordinates: [
      [
        [170, -25],
        [190, -25],
        [190, -10],
        [170, -10],
        [170, -25],
      ],
    ],
  };
  const { page } = await open(context, { ...pageOf([row("a", 179.9, -17, 0.02)]), area });
  expect(await page.locator("#status").textContent()).toBe("1 shown");
  expect(await page.locator("#body tr").innerText()).toMatch(/0\.000\d(?!\d)/);
  expect(formatDegrees(180, "E", "W", 1)).toBe("180°");
  expect(formatDegrees(181, "E", "W", 1)).toBe("179° W");
});

describe("MAP-04 the map", () => {
  test("zooms and moves by wheel, drag, keys and buttons", async (context) => {
    const { page } = await open(context, plain);
    const scale = (): Promise<string | null> => page.locator("#scale-text").textContent();
    const picture = (): Promise<string> => page.evaluate(`document.getElementById("canvas").toDataURL()`);
    const canvas = page.locator("#canvas");
    const before = await scale();
    await page.locator("#zoom-in").click();
    await page.locator("#zoom-in").click();
    await expect.poll(scale).not.toBe(before);
    await page.locator("#zoom-all").click();
    await expect.poll(scale).toBe(before);
    const { x, y } = (await canvas.boundingBox())!;
    await page.mouse.move(x + 200, y + 200);
    await page.mouse.wheel(0, -600);
    await page.mouse.wheel(0, -600);
    await page.mouse.wheel(0, -600);
    await expect.poll(scale).not.toBe(before);
    // Frames of earlier input must not count as changes by the next one.
    let last = "";
    const settled = async (): Promise<void> => {
      await frameDrawn(page);
      last = await picture();
    };
    await settled();
    const changed = async (): Promise<boolean> => (await picture()) !== last;
    await page.mouse.down();
    await page.mouse.move(x + 260, y + 240, { steps: 3 });
    await page.mouse.up();
    await expect.poll(changed).toBe(true);
    await page.locator("#map").focus();
    await settled();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(changed).toBe(true);
    await settled();
    await page.keyboard.press("+");
    await expect.poll(changed).toBe(true);
    await page.keyboard.press("0");
    await expect.poll(scale).toBe(before);
  });

  test("a range dragged across the histogram filters table and map", async (context) => {
    const { page } = await open(context, plain);
    const { x, y, width, height } = (await page.locator("#bars").boundingBox())!;
    await page.mouse.move(x + width * 0.25, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.locator("#status").textContent()).toMatch(/^\d+ of 30 shown$/);
    await page.locator("#range-reset").click();
    await expect.poll(() => page.locator("#status").textContent()).toBe("All 30 shown");
  });

  test("a row under the pointer is highlighted on the map, and a footprint in the table", async (context) => {
    const { page } = await open(context, pageOf([row("a", 10, 40), row("b", 12, 42)]));
    const before = await page.evaluate(`document.getElementById("canvas").toDataURL()`);
    await page.locator("#body tr").nth(1).hover();
    await expect.poll(() => page.evaluate(`document.getElementById("canvas").toDataURL()`)).not.toBe(before);
    await page.locator("#body .lead").first().click();
    const { x, y, width, height } = (await page.locator("#canvas").boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await expect.poll(() => page.locator("#body tr.hovered td.id").textContent()).toBe("a");
  });
});

describe("MAP-04 accessibility and print", () => {
  interface Violation {
    id: string;
    impact: string;
    nodes: { html: string }[];
  }

  test.for(["light", "dark"] as const)(
    "axe finds nothing serious in the %s page",
    async (colorScheme, context) => {
      const { page } = await open(context, plain, { colorScheme, bypassCSP: true });
      await page.locator("#body input").first().check();
      await page.locator("#filters").click();
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run()");
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    },
  );

  test("nothing is cut off sideways at 200 % zoom, on a phone, with forced colours or reduced motion", async (context) => {
    for (const options of [
      { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
      { viewport: { width: 390, height: 844 } },
      { viewport: { width: 1024, height: 768 }, forcedColors: "active" as const },
      { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" as const },
    ]) {
      const { page, errors } = await open(context, plain, options);
      const [content, view]: [number, number] = await page.evaluate(
        "[document.documentElement.scrollWidth, innerWidth]",
      );
      expect(content, JSON.stringify(options)).toBeLessThanOrEqual(view);
      // Land, sea and footprints keep their colours where others are forced.
      expect(await drawn(page), JSON.stringify(options)).toBeGreaterThan(1);
      await page.locator("#body input").first().check();
      await page.locator("#copy").click();
      await expect.poll(() => page.locator("#copy-note").textContent()).toContain("Copied.");
      expect(errors).toEqual([]);
    }
  });

  test("prints in light colours with all rows, and returns to the chosen colours", async (context) => {
    const many = pageOf(Array.from({ length: 450 }, (_, at) => row(`item-${at}`, 9 + at / 100, 40)));
    const { page } = await open(context, many, { colorScheme: "dark" });
    expect(await page.locator("#body tr").count()).toBe(100);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator("#body tr").count()).toBe(450);
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("light");
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator("#body tr").count()).toBe(100);
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBeUndefined();
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
  });
});
