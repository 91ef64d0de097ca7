import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import type { Picture } from "../../../src/render/decode-picture.ts";
import { drawPicture, type ImageProtocol } from "../../../src/render/draw-picture.ts";

const [RED, GRAY, CLEAR] = [
  [255, 0, 0, 255],
  [128, 128, 128, 255],
  [0, 0, 0, 0],
];

const pictureOf = (rows: readonly (readonly number[][])[]): Picture => ({
  width: rows[0]!.length,
  height: rows.length,
  pixels: Uint8Array.from(rows.flat(2)),
});

const draw = (
  picture: Picture,
  protocol: ImageProtocol,
  depth: "truecolor" | "256" = "truecolor",
  room = {},
) => drawPicture(picture, { protocol, depth, columns: 2, rows: 1, ...room });

const SQUARE = pictureOf([
  [RED, GRAY],
  [CLEAR, RED],
]);

describe("a picture in the terminal", () => {
  it("VIEW-01 blocks show two pixels in a cell, and transparent ones keep the background", async () => {
    expect(await draw(SQUARE, "blocks")).toBe(
      "\u001b[38;2;255;0;0m▀\u001b[48;2;255;0;0m\u001b[38;2;128;128;128m▀\u001b[0m\n",
    );
    expect(await draw(SQUARE, "blocks", "256")).toBe(
      "\u001b[38;5;196m▀\u001b[48;5;196m\u001b[38;5;244m▀\u001b[0m\n",
    );
  });

  it.for(["blocks", "kitty", "iterm"] as const)("VIEW-01 %s stays inside its space", async (protocol) => {
    const wide: Picture = { width: 300, height: 10, pixels: new Uint8Array(12_000).fill(200) };
    const text = await draw(wide, protocol, "truecolor", { columns: 20, rows: 5 });
    expect(text.split("\n").length).toBeLessThanOrEqual(6);
    if (protocol === "blocks") expect(text.match(/▀/gu)).toHaveLength(20);
    if (protocol === "kitty") expect(text).toContain(",c=20,");
    if (protocol === "iterm") expect(text).toContain(";width=20;");
  });

  it("VIEW-01 kitty and iTerm2 get our own PNG, and kitty sends no answer to stdin", async () => {
    const picture: Picture = { width: 200, height: 200, pixels: new Uint8Array(160_000) };
    for (let at = 0; at < picture.pixels.length; at += 1) picture.pixels[at] = (at * at) % 251;
    const kitty = await draw(picture, "kitty", "truecolor", { columns: 40, rows: 20 });
    const pieces = [...kitty.matchAll(/\u001b_G([^;]*);([^\u001b]*)\u001b\\/gu)];
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces[0]![1]).toMatch(/^a=T,f=100,q=2,c=\d+,m=1$/);
    expect(pieces.at(-1)![1]).toBe("m=0");
    for (const [, , data] of pieces) expect(data!.length).toBeLessThanOrEqual(4096);
    const sent = PNG.sync.read(Buffer.from(pieces.map(([, , data]) => data).join(""), "base64"));
    expect([sent.width, sent.height]).toEqual([200, 200]);
    const iterm = await draw(picture, "iterm", "truecolor", { columns: 40, rows: 20 });
    const data = /:([A-Za-z0-9+/=]+)\u0007\n$/u.exec(iterm)![1]!;
    expect(PNG.sync.read(Buffer.from(data, "base64")).width).toBe(200);
  });
});
