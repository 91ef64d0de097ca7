/** The map of a geocoded product: metres, x to the east and y to the north. */
export interface MapFrame {
  epsg: number;
  name: string;
  /** Converts degrees to map metres. */
  toMap(longitude: number, latitude: number): [x: number, y: number];
  /** Converts map metres to degrees. */
  toDegrees(x: number, y: number): [longitude: number, latitude: number];
}

/** Returns the UTM zone of a place, or Universal Polar Stereographic beyond 84 degrees north and 80 degrees south. */
export function chooseMapFrame(longitude: number, latitude: number): MapFrame {
  const isSouth = latitude < 0;
  if (latitude > 84 || latitude < -80) {
    return {
      epsg: isSouth ? 5042 : 5041,
      name: `WGS 84 / UPS ${isSouth ? "South" : "North"} (E,N)`,
      toMap: (lon, lat) => toUps(isSouth, lon, lat),
      toDegrees: (x, y) => fromUps(isSouth, x, y),
    };
  }
  const zone = findUtmZone(longitude, latitude);
  return {
    epsg: (isSouth ? 32700 : 32600) + zone,
    name: `WGS 84 / UTM zone ${zone}${isSouth ? "S" : "N"}`,
    toMap: (lon, lat) => toUtm(zone, isSouth, lon, lat),
    toDegrees: (x, y) => fromUtm(zone, isSouth, x, y),
  };
}

/** Flattening of the WGS84 ellipsoid. */
const FLATTENING = 1 / 298.257223563;
const N = FLATTENING / (2 - FLATTENING);
const RADIUS_METRES = (6378137 / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);
const SCALE = 0.9996;
const FALSE_EASTING_METRES = 500_000;
const FALSE_NORTHING_METRES = 10_000_000;
/** Eccentricity of the ellipsoid. */
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

/** Returns the zone of a place, with the exceptions of south-west Norway and Svalbard. */
function findUtmZone(longitude: number, latitude: number): number {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32;
  if (latitude >= 72 && latitude < 84 && longitude >= 0 && longitude < 42) {
    // Svalbard has four zones of odd numbers.
    const easternEdges = [9, 21, 33];
    return 31 + 2 * easternEdges.filter((edge) => longitude >= edge).length;
  }
  return (((Math.floor((longitude + 180) / 6) % 60) + 60) % 60) + 1;
}

/**
 * Converts degrees to easting and northing in metres, by Krueger's series to the third order of n: better than a
 * millimetre within a UTM zone. Longitudes may be on the other side of the antimeridian.
 */
function toUtm(zone: number, isSouth: boolean, longitude: number, latitude: number): [x: number, y: number] {
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

/** Converts easting and northing in metres to degrees, longitude from -180 to 180. */
function fromUtm(
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

/** The eccentricity by another formula: the last bit may differ, and a stored file keeps its bytes. */
const E = Math.sqrt(FLATTENING * (2 - FLATTENING));
const POLE_OFFSET_METRES = 2_000_000;
/** Metres from the pole per unit of the conformal half-angle tangent. */
const REACH_METRES = (2 * 6378137 * 0.994) / Math.sqrt((1 + E) ** (1 + E) * (1 - E) ** (1 - E));

/** Converts to Universal Polar Stereographic (EPSG method 9810), eastings first: EPSG:5041 or 5042. */
function toUps(isSouth: boolean, longitude: number, latitude: number): [x: number, y: number] {
  const phi = (isSouth ? -latitude : latitude) * RADIANS;
  const bulge = ((1 - E * Math.sin(phi)) / (1 + E * Math.sin(phi))) ** (E / 2);
  const distance = (REACH_METRES * Math.tan(Math.PI / 4 - phi / 2)) / bulge;
  const x = distance * Math.sin(longitude * RADIANS);
  const y = distance * Math.cos(longitude * RADIANS);
  return [POLE_OFFSET_METRES + x, POLE_OFFSET_METRES + (isSouth ? y : -y)];
}

function fromUps(isSouth: boolean, x: number, y: number): [longitude: number, latitude: number] {
  const east = x - POLE_OFFSET_METRES;
  const away = isSouth ? y - POLE_OFFSET_METRES : POLE_OFFSET_METRES - y;
  const tangent = Math.hypot(east, away) / REACH_METRES;
  let phi = Math.PI / 2 - 2 * Math.atan(tangent);
  // Each iteration gains more than two digits; near the poles four are enough.
  for (let turn = 0; turn < 6; turn += 1) {
    const bulge = ((1 - E * Math.sin(phi)) / (1 + E * Math.sin(phi))) ** (E / 2);
    phi = Math.PI / 2 - 2 * Math.atan(tangent * bulge);
  }
  const latitude = phi / RADIANS;
  return [Math.atan2(east, away) / RADIANS, isSouth ? -latitude : latitude];
}
