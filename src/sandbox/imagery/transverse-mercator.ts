/** UTM on WGS84 by Krueger's series to the third order of n: better than a millimetre within a zone. */
const FLATTENING = 1 / 298.257223563;
const N = FLATTENING / (2 - FLATTENING);
const RADIUS_METRES = (6378137 / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);
const SCALE = 0.9996;
const FALSE_EASTING_METRES = 500_000;
const FALSE_NORTHING_METRES = 10_000_000;
const ECCENTRICITY = (2 * Math.sqrt(N)) / (1 + N);

const ALPHA = [
  N / 2 - (2 * N ** 2) / 3 + (5 * N ** 3) / 16,
  (13 * N ** 2) / 48 - (3 * N ** 3) / 5,
  (61 * N ** 3) / 240,
];
const BETA = [N / 2 - (2 * N ** 2) / 3 + (37 * N ** 3) / 96, N ** 2 / 48 + N ** 3 / 15, (17 * N ** 3) / 480];
const DELTA = [
  2 * N - (2 * N ** 2) / 3 - 2 * N ** 3,
  (7 * N ** 2) / 3 - (8 * N ** 3) / 5,
  (56 * N ** 3) / 15,
];

const RADIANS = Math.PI / 180;

/** Zone of a place, with the exceptions of south-west Norway and Svalbard. */
export function utmZoneAt(longitude: number, latitude: number): number {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32;
  if (latitude >= 72 && latitude < 84 && longitude >= 0 && longitude < 42) {
    return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37;
  }
  return (((Math.floor((longitude + 180) / 6) % 60) + 60) % 60) + 1;
}

/** Degrees to easting and northing in metres. Longitudes may lie on the other side of the antimeridian. */
export function toUtm(
  zone: number,
  isSouth: boolean,
  longitude: number,
  latitude: number,
): [x: number, y: number] {
  const fromMeridian = ((((longitude - (zone * 6 - 183) + 180) % 360) + 360) % 360) - 180;
  const lambda = fromMeridian * RADIANS;
  const sine = Math.sin(latitude * RADIANS);
  const t = Math.sinh(Math.atanh(sine) - ECCENTRICITY * Math.atanh(ECCENTRICITY * sine));
  const xi = Math.atan2(t, Math.cos(lambda));
  const eta = Math.atanh(Math.sin(lambda) / Math.hypot(1, t));
  let north = xi;
  let east = eta;
  for (const [at, factor] of ALPHA.entries()) {
    const order = 2 * (at + 1);
    north += factor * Math.sin(order * xi) * Math.cosh(order * eta);
    east += factor * Math.cos(order * xi) * Math.sinh(order * eta);
  }
  const falseNorthing = isSouth ? FALSE_NORTHING_METRES : 0;
  return [FALSE_EASTING_METRES + SCALE * RADIUS_METRES * east, falseNorthing + SCALE * RADIUS_METRES * north];
}

/** Easting and northing in metres to degrees, longitude from -180 to 180. */
export function fromUtm(
  zone: number,
  isSouth: boolean,
  x: number,
  y: number,
): [longitude: number, latitude: number] {
  const xi = (y - (isSouth ? FALSE_NORTHING_METRES : 0)) / (SCALE * RADIUS_METRES);
  const eta = (x - FALSE_EASTING_METRES) / (SCALE * RADIUS_METRES);
  let north = xi;
  let east = eta;
  for (const [at, factor] of BETA.entries()) {
    const order = 2 * (at + 1);
    north -= factor * Math.sin(order * xi) * Math.cosh(order * eta);
    east -= factor * Math.cos(order * xi) * Math.sinh(order * eta);
  }
  const conformal = Math.asin(Math.sin(north) / Math.cosh(east));
  let latitude = conformal;
  for (const [at, factor] of DELTA.entries()) latitude += factor * Math.sin(2 * (at + 1) * conformal);
  const longitude = zone * 6 - 183 + Math.atan2(Math.sinh(east), Math.cos(north)) / RADIANS;
  return [((((longitude + 180) % 360) + 360) % 360) - 180, latitude / RADIANS];
}
