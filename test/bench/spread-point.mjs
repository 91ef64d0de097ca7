/** Returns the coordinates of the point with this number: they lie in every part of the earth between 60 degrees south and north. */
export const spreadPoint = (index) => [((index * 137.508) % 360) - 180, ((index * 61.803) % 120) - 60];
