/** One listener per signal, for any number of waiters. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { onAbort } from "../../../src/time/on-abort.ts";

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

test("hundreds wait for one signal through a single listener, and each is called once", () => {
  const stopper = new AbortController();
  const called: number[] = [];
  for (let index = 0; index < 300; index++) onAbort(stopper.signal, () => called.push(index));
  expect(listenersOf(stopper.signal)).toBe(1);
  stopper.abort();
  expect(called).toEqual(Array.from({ length: 300 }, (_, index) => index));
});

test("a released waiter is not called; the single listener stays, since adding and removing it costs more", () => {
  const stopper = new AbortController();
  const called: string[] = [];
  const call = (): void => void called.push("twice");
  const releases = [onAbort(stopper.signal, call), onAbort(stopper.signal, call)];
  releases[0]?.();
  releases[0]?.();
  expect(listenersOf(stopper.signal)).toBe(1);
  releases[1]?.();
  expect(listenersOf(stopper.signal)).toBe(1);
  onAbort(stopper.signal, () => called.push("later"));
  stopper.abort();
  expect(called).toEqual(["later"]);
});

test("a waiter may release another while both are called; a signal may be aborted or missing", () => {
  const stopper = new AbortController();
  const called: string[] = [];
  onAbort(stopper.signal, () => {
    called.push("first");
    release();
  });
  const release = onAbort(stopper.signal, () => called.push("second"));
  stopper.abort();
  onAbort(stopper.signal, () => called.push("late"))();
  onAbort(undefined, () => called.push("never"))();
  expect(called).toEqual(["first"]);
});
