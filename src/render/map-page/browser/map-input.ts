/** Buttons, wheel, keys and pointers of the map: they move the camera, and point at or pick what lies there. */
import { byId } from "../../page/browser/dom.ts";
import type { Camera } from "./camera.ts";

export interface MapTouched {
  /** The pointer is over this point of the screen; undefined: it left the map. */
  point: (at: ScreenPoint | undefined) => void;
  pick: (at: ScreenPoint) => void;
}

export interface ScreenPoint {
  x: number;
  y: number;
}

export function listenToInput(camera: Camera, touched: MapTouched): void {
  const [element, canvas] = [byId("map"), byId<HTMLCanvasElement>("canvas")];
  byId("zoom-in").addEventListener("click", () => camera.zoom(1.6));
  byId("zoom-out").addEventListener("click", () => camera.zoom(1 / 1.6));
  byId("zoom-all").addEventListener("click", () => camera.showAll());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
      camera.zoom(Math.exp(-Math.max(-200, Math.min(200, lines)) * 0.0022), event.offsetX, event.offsetY);
    },
    { passive: false },
  );
  canvas.addEventListener("dblclick", (event) => camera.zoom(2, event.offsetX, event.offsetY));
  element.addEventListener("keydown", (event) => {
    if (event.target === element) onKey(camera, event);
  });
  listenToPointers(canvas, camera, touched);
}

function onKey(camera: Camera, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = 60;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => camera.pan(step, 0),
    ArrowRight: () => camera.pan(-step, 0),
    ArrowUp: () => camera.pan(0, step),
    ArrowDown: () => camera.pan(0, -step),
    "+": () => camera.zoom(1.6),
    "=": () => camera.zoom(1.6),
    "-": () => camera.zoom(1 / 1.6),
    "0": () => camera.showAll(),
  };
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

/** One pointer drags, two pinch; one that hardly moved picks what lies under it. */
function listenToPointers(canvas: HTMLCanvasElement, camera: Camera, { point, pick }: MapTouched): void {
  const held = new Map<number, ScreenPoint>();
  let travelled = 0;
  canvas.addEventListener("pointerdown", (event) => {
    held.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    canvas.setPointerCapture(event.pointerId);
    travelled = held.size > 1 ? Infinity : 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    const now = { x: event.offsetX, y: event.offsetY };
    if (last === undefined) {
      point(now);
      return;
    }
    held.set(event.pointerId, now);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      travelled += Math.hypot(now.x - last.x, now.y - last.y);
      if (travelled > 4) canvas.classList.add("dragged");
      camera.pan(now.x - last.x, now.y - last.y);
    } else {
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      if (before > 0) camera.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
  });
  const release = (event: PointerEvent): void => {
    const wasHeld = held.delete(event.pointerId);
    canvas.classList.remove("dragged");
    if (wasHeld && event.type === "pointerup" && travelled <= 4) pick({ x: event.offsetX, y: event.offsetY });
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => point(undefined));
}
