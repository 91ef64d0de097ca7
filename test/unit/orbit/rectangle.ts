import { toGroundPoint, RADIANS, toGeodetic, addScaled } from "../../../src/orbit/ellipsoid.ts";

/** A rectangle in the tangent plane of its centre, brought to the ellipsoid. */
export interface Rectangle {
  center: readonly [longitude: number, latitude: number];
  /** Direction of its width, clockwise from north. */
  azimuthDegrees: number;
  widthKm: number;
  lengthKm: number;
}

/** Its outline, counter-clockwise; each edge in eight pieces, since straight edges are curves on a map near the poles. */
export function outlineOf(rectangle: Rectangle): [longitude: number, latitude: number][] {
  const center = toGroundPoint(...rectangle.center);
  const sin = Math.sin(rectangle.azimuthDegrees * RADIANS);
  const cos = Math.cos(rectangle.azimuthDegrees * RADIANS);
  const corners = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ] as const;
  return corners.flatMap(([u0, w0], at) => {
    const [u1, w1] = corners[(at + 1) % 4]!;
    return Array.from({ length: 8 }, (_, piece) => {
      const across = (u0 + ((u1 - u0) * piece) / 8) * rectangle.widthKm;
      const along = (w0 + ((w1 - w0) * piece) / 8) * rectangle.lengthKm;
      const east = addScaled(center.position, center.east, across * sin - along * cos);
      return toGeodetic(addScaled(east, center.north, across * cos + along * sin));
    });
  });
}
