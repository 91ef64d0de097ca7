/** A vector in kilometres (or kilometres per second), earth-fixed: x to 0 E on the equator, z to the north pole. */
export interface Vector {
  x: number;
  y: number;
  z: number;
}

export const dot = (a: Vector, b: Vector): number => a.x * b.x + a.y * b.y + a.z * b.z;

export const norm = (a: Vector): number => Math.sqrt(dot(a, a));

export const subtract = (a: Vector, b: Vector): Vector => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });

/** Returns `a` + `b` * `factor`. */
export const addScaled = (a: Vector, b: Vector, factor: number): Vector => ({
  x: a.x + b.x * factor,
  y: a.y + b.y * factor,
  z: a.z + b.z * factor,
});

export const cross = (a: Vector, b: Vector): Vector => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});

export const scale = (a: Vector, factor: number): Vector => ({
  x: a.x * factor,
  y: a.y * factor,
  z: a.z * factor,
});

export const unit = (a: Vector): Vector => scale(a, 1 / norm(a));
