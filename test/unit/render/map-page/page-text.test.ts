/** A map page as text: text from a service stays text, the policy fits the scripts, and the page stays small. */
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeMapPage, type MapPage } from "../../../../src/render/map-page.ts";
import { orderCommand } from "../../../../src/render/map-page/browser/order-commands.ts";
import { MAP_SCRIPT, MAP_STYLE } from "../../../../src/render/page/built/assets.generated.ts";

const square = (longitude: number, latitude: number, size: number) => ({
  type: "Polygon" as const,
  coordinates: [
    [
      [longitude, latitude],
      [longitude + size, latitude],
      [longitude + size, latitude + size],
      [longitude, latitude + size],
      [longitude, latitude],
    ],
  ],
});

const pageOf = (text: string): MapPage => ({
  title: text,
  columns: [
    { key: "id", header: "ID" },
    { key: text, header: text },
  ],
  rows: [
    {
      id: text,
      geometry: square(10, 50, 1),
      values: { id: text, [text]: [text, { [text]: text }] },
      time: text,
      orderItems: [{ collectionId: text, granuleId: text }],
      picture: text,
      price: { amount: 1, currency: text },
    },
  ],
  targets: [{ name: text, geometry: { type: "Point", coordinates: [10, 50] } }],
  command: { carried: ["--profile", text], shell: "posix" },
});

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        "</script>",
        "</SCRIPT ",
        "<!--",
        "-->",
        "<script>",
        "]]>",
        "</style>",
        '" onload="x',
        "' autofocus onfocus='x",
        "&lt;",
        "\u202e",
        "\u2066",
        "\u0000",
        "\u001b[2J",
        "\ud800",
        "\u2028",
        "<img src=https://example.com/x>",
        "javascript:alert(1)",
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join("")),
);

const plain = writeMapPage(pageOf("plain"));

/** The page with its data and its title taken out. */
const frameOf = (html: string): string =>
  html
    .replace(/(id="data">).*?(<\/script>)/s, "$1$2")
    .replace(/<title>[^<]*<\/title>/, "")
    .replace(/<h1>[^<]*<\/h1>/, "")
    .replace(/(<p id="about"><span class="badge">)[^<]*(<\/span>)[^<]*(<\/p>)/, "$1$2$3");

describe("MAP-07 text from a service", () => {
  test("changes neither the markup nor the policy, whatever it is", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const html = writeMapPage(pageOf(text));
        expect(frameOf(html)).toBe(frameOf(plain));
        expect(/<p id="about">.*/.exec(html)![0]).not.toMatch(/[\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
        const [, json = ""] = /id="data">(.*?)<\/script>/s.exec(html)!;
        expect(json).not.toContain("<");
        const { rows } = JSON.parse(json) as { rows: { label: string; picture?: string }[] };
        // No cursor is moved and no reading order reversed.
        expect(rows[0]!.label).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
        expect(rows[0]!.picture).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  test("is cut if it is a megabyte long", () => {
    expect(writeMapPage(pageOf("x".repeat(1_000_000))).length).toBeLessThan(plain.length + 3_100_000);
    const { label } = (
      JSON.parse(/id="data">(.*?)<\/script>/s.exec(writeMapPage(pageOf("x".repeat(1_000_000))))![1]!) as {
        rows: { label: string }[];
      }
    ).rows[0]!;
    expect(label).toHaveLength(300);
  });

  test("is a picture only as PNG or JPEG inside the page", () => {
    const picture = (url: string): unknown =>
      (
        JSON.parse(
          /id="data">(.*?)<\/script>/s.exec(
            writeMapPage({ title: "", columns: [], rows: [{ id: "a", values: {}, picture: url }] }),
          )![1]!,
        ) as { rows: { picture?: string }[] }
      ).rows[0]!.picture;
    expect(picture("data:image/png;base64,AAAA")).toBe("data:image/png;base64,AAAA");
    for (const url of [
      "https://example.com/a.png",
      "data:image/svg+xml;base64,AAAA",
      "data:text/html;base64,AAAA",
      "javascript:alert(1)",
    ])
      expect(picture(url)).toBeUndefined();
  });

  test("that is not a geometry is not on the map", () => {
    for (const geometry of [
      { type: "Polygon" },
      { type: "Polygon", coordinates: "x" },
      { type: "Point", coordinates: [1] },
      { type: "Point", coordinates: [1, 91] },
      { type: "Point", coordinates: [null, null] },
      { type: "Sphere" },
      "Point",
      7,
    ]) {
      const html = writeMapPage({
        title: "",
        columns: [],
        rows: [{ id: "a", values: {}, geometry: geometry as never }],
      });
      expect(html).toContain('"geometry":null');
    }
  });
});

describe("MAP-02 the page", () => {
  test("allows its own style and scripts by their hashes, and no other source but data", () => {
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(plain)!;
    const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(policy).toBe(
      `default-src 'none'; style-src ${hash(MAP_STYLE)}; script-src ${hash(MAP_SCRIPT)}; ` +
        "img-src data:; base-uri 'none'; form-action 'none'",
    );
    expect(frameOf(plain)).not.toMatch(/\sstyle=|\son\w+=|<link|<iframe|src="http|href="http/);
  });

  test("of 200 scenes is at most 700 kB", () => {
    const rows = Array.from({ length: 200 }, (_, at) => ({
      id: `VENDOR-10_20251109T134753_SM_GEC_HH_${at}`,
      geometry: square(14 + (at % 20) / 10, 40 + at / 100, 0.437_251_9),
      time: "2025-11-09T13:48:01.210Z",
      values: {
        id: `VENDOR-10_20251109T134753_SM_GEC_HH_${at}`,
        datetime: "2025-11-09T13:48:01.210Z",
        product: "GEC",
        mode: "sliding_spotlight",
        orbit: "descending",
        look: "right",
        incidence: 41.66,
        platform: "vendor-10",
        collection: "vendor-archive",
      },
      orderItems: [
        { collectionId: "vendor-archive", granuleId: `VENDOR-10_20251109T134753_SM_GEC_HH_${at}` },
      ],
      price: { amount: 525, currency: "USD" },
    }));
    const columns = Object.keys(rows[0]!.values).map((key) => ({ key, header: key.toUpperCase() }));
    expect(writeMapPage({ title: "Catalog search", columns, rows }).length).toBeLessThanOrEqual(700_000);
  });

  test("contains its code unchanged, after the licences of the libraries", () => {
    expect(plain.match(/<script>/g)).toHaveLength(1);
    for (const own of ["PageRows = class", "Plane = class", "Coverage = class", "function mercator"])
      expect(MAP_SCRIPT).toContain(own);
    expect(MAP_SCRIPT).toContain("/** Azimuthal maps end this far from their pole. */");
    for (const line of MAP_SCRIPT.split("\n")) expect(line.length).toBeLessThan(1100);
    const [, licences = ""] = /^\/\*\n(.*?)\*\//s.exec(MAP_SCRIPT)!;
    for (const name of ["d3-geo", "d3-zoom", "d3-brush", "clipper2-ts"])
      expect(licences).toContain(`${name} `);
    expect(licences).toContain("Permission to use, copy, modify, and/or distribute this software");
  });
});

describe("MAP-05 a command for ticked items", () => {
  const item = (granuleId: string) => ({ collectionId: "vendor-archive", granuleId });
  const sandbox = { carried: ["--sandbox"], shell: "posix" } as const;

  test("is quoted for its shell", () => {
    const items = [item("a b'c"), { productType: "GEC", collectIds: ["x", "y"] }];
    expect(orderCommand("review", items, { carried: ["--profile", "my profile"], shell: "posix" })).toEqual({
      text: `swath order review --item 'vendor-archive/a b'\\''c' --generate GEC=x,y --profile 'my profile'`,
    });
    expect(orderCommand("place", items, { carried: ["--sandbox"], shell: "powershell" })).toEqual({
      text: "swath order place --item 'vendor-archive/a b''c' --generate 'GEC=x,y' --sandbox",
    });
  });

  test("begins with the typed name of the program", () => {
    expect(orderCommand("place", [item("a")], { ...sandbox, program: "npx swath" })).toMatchObject({
      text: "npx swath order place --item vendor-archive/a --sandbox",
    });
  });

  test("is refused if a value has characters that no command may contain", () => {
    for (const bad of ["a\u202eb", "a\nb", "a\u001bb", "a\u200bb"]) {
      for (const shell of ["posix", "powershell"] as const) {
        const command = orderCommand("review", [item("good"), item(bad)], { carried: [], shell });
        expect(command.text).toBeUndefined();
        expect(command.remark).toContain("swath order review --items order-items.json");
      }
    }
    for (const bad of [{ granuleId: "a" }, { collectionId: "a/b", granuleId: "c" }])
      expect(orderCommand("review", [bad], sandbox).text).toBeUndefined();
  });

  test("reads a file if the line would be too long", () => {
    const items = Array.from({ length: 300 }, (_, at) => item(`VENDOR-10_20251109T134753_SM_GEC_HH_${at}`));
    expect(orderCommand("place", items, sandbox)).toEqual({
      text: "swath order place --items order-items.json --sandbox",
      remark: expect.stringContaining("save the order items as order-items.json") as string,
    });
  });
});
