/** Universal Polar Stereographic on WGS84 (EPSG method 9810), eastings first: EPSG:5041 north, EPSG:5042 south. */
const FLATTENING = 1 / 298.257223563;
const E = Math.sqrt(FLATTENING * (2 - FLATTENING));
const OFFSET_METRES = 2_000_000;
/** Metres from the pole per unit of the conformal half-angle tangent. */
const REACH_METRES = (2 * 6378137 * 0.994) / Math.sqrt((1 + E) ** (1 + E) * (1 - E) ** (1 - E));
const RADIANS = Math.PI / 180;

export function toUps(isSouth: boolean, longitude: number, latitude: number): [x: number, y: number] {
  const phi = (isSouth ? -latitude : latitude) * RADIANS;
  const bulge = ((1 - E * Math.sin(phi)) / (1 + E * Math.sin(phi))) ** (E / 2);
  const distance = (REACH_METRES * Math.tan(Math.PI / 4 - phi / 2)) / bulge;
  const x = distance * Math.sin(longitude * RADIANS);
  const y = distance * Math.cos(longitude * RADIANS);
  return [OFFSET_METRES + x, OFFSET_METRES + (isSouth ? y : -y)];
}

export function fromUps(isSouth: boolean, x: number, y: number): [longitude: number, latitude: number] {
  const east = x - OFFSET_METRES;
  const away = isSouth ? y - OFFSET_METRES : OFFSET_METRES - y;
  const tangent = Math.hypot(east, away) / REACH_METRES;
  let phi = Math.PI / 2 - 2 * Math.atan(tangent);
  // Each turn gains more than two digits; near the poles four are plenty.
  for (let turn = 0; turn < 6; turn += 1) {
    const bulge = ((1 - E * Math.sin(phi)) / (1 + E * Math.sin(phi))) ** (E / 2);
    phi = Math.PI / 2 - 2 * Math.atan(tangent * bulge);
  }
  const latitude = phi / RADIANS;
  return [Math.atan2(east, away) / RADIANS, isSouth ? -latitude : latitude];
}
