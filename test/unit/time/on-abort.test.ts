/** One listener a signal, however many wait for it. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { onAbort } from "../../../src/time/on-abort.ts";

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

test("hundreds wait for one signal through a single listener, and each is told once", () => {
  const stopper = new AbortController();
  const told: number[] = [];
  for (let index = 0; index < 300; index++) onAbort(stopper.signal, () => told.push(index));
  expect(listenersOf(stopper.signal)).toBe(1);
  stopper.abort();
  expect(told).toEqual(Array.from({ length: 300 }, (_, index) => index));
});

test("whoever has let go is not told, and the last one takes the listener along", () => {
  const stopper = new AbortController();
  const told: string[] = [];
  const tell = (): void => void told.push("twice");
  const releases = [onAbort(stopper.signal, tell), onAbort(stopper.signal, tell)];
  releases[0]?.();
  releases[0]?.();
  expect(listenersOf(stopper.signal)).toBe(1);
  releases[1]?.();
  expect(listenersOf(stopper.signal)).toBe(0);
  onAbort(stopper.signal, () => told.push("later"));
  stopper.abort();
  expect(told).toEqual(["later"]);
});

test("one that lets go of another while both are told, and a signal that has aborted, or is none", () => {
  const stopper = new AbortController();
  const told: string[] = [];
  onAbort(stopper.signal, () => {
    told.push("first");
    release();
  });
  const release = onAbort(stopper.signal, () => told.push("second"));
  stopper.abort();
  onAbort(stopper.signal, () => told.push("late"))();
  onAbort(undefined, () => told.push("never"))();
  expect(told).toEqual(["first"]);
});
