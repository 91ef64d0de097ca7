/**
 * Buttons, keys and the pointer of the map, in addition to the gestures of d3-zoom: they move the camera, or select a
 * scene.
 */
import { byId } from "../../page/browser/dom.ts";
import type { Camera } from "./camera.ts";
import type { Point } from "../plane.ts";

export interface MapTouched {
  /** Called with the point under the pointer; undefined when the pointer left the map. */
  point: (at: Point | undefined) => void;
  pick: (at: Point) => void;
}

const PAN_PIXELS = 60;
const ZOOM_FACTOR = 1.6;

export function listenToInput(camera: Camera, { point, pick }: MapTouched): void {
  const [element, canvas] = [byId("map"), byId<HTMLCanvasElement>("canvas")];
  const zoomIn = (): void => camera.zoom(ZOOM_FACTOR);
  const zoomOut = (): void => camera.zoom(1 / ZOOM_FACTOR);
  const showAll = (): void => camera.showAll();
  byId("zoom-in").addEventListener("click", zoomIn);
  byId("zoom-out").addEventListener("click", zoomOut);
  byId("zoom-all").addEventListener("click", showAll);
  const actions: Record<string, () => void> = {
    ArrowLeft: () => camera.pan(PAN_PIXELS, 0),
    ArrowRight: () => camera.pan(-PAN_PIXELS, 0),
    ArrowUp: () => camera.pan(0, PAN_PIXELS),
    ArrowDown: () => camera.pan(0, -PAN_PIXELS),
    "+": zoomIn,
    "=": zoomIn,
    "-": zoomOut,
    "0": showAll,
  };
  element.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.target !== element || hasModifier || action === undefined) return;
    event.preventDefault();
    action();
  });
  // While a button is held, the pointer drags the map.
  canvas.addEventListener("pointermove", ({ buttons, offsetX, offsetY }) => {
    if (buttons === 0) point([offsetX, offsetY]);
  });
  canvas.addEventListener("pointerleave", () => point(undefined));
  canvas.addEventListener("click", ({ offsetX, offsetY }) => pick([offsetX, offsetY]));
}
