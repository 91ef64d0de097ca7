/** Download results that contain an id more than once: a ready order is recognised as ready. */
import { expect, it } from "vitest";
import { runScripted } from "./scripted-service.ts";

const PATH = "GET /orders/o/download";
const item = (
  id: string | undefined,
  collection = "archive",
  href: string | null = "https://d.example/a",
) => ({
  type: "Feature",
  ...(id !== undefined && { id }),
  collection,
  geometry: null,
  properties: {},
  assets: { data: { href } },
});
const links = (...body: object[]) => runScripted("order links o", { [PATH]: [{ body }] });

it.each([
  ["an item is listed twice", [item("a"), item("a")], 2],
  ["an id is in two collections", [item("a"), item("a", "open", "https://d.example/b")], 2],
  ["one item has no id", [item(undefined)], 1],
])("DOWNLOAD-02 DOWNLOAD-06 %s: the order is ready", async (_what, body, lines) => {
  const run = await links(...body);
  expect(run.exitCode).toBe(0);
  expect(run.stdout.trimEnd().split("\n")).toHaveLength(lines);
});

it.each([
  ["the second item of an id has no link yet", [item("a"), item("a", "open", null)]],
  ["two items have no id, so that one of them would be lost", [item(undefined), item(undefined)]],
])("DOWNLOAD-06 %s: the order is not ready", async (_what, body) => {
  const run = await links(...body);
  expect(run).toMatchObject({ exitCode: 11, stdout: "" });
});
