import { fromUps, toUps } from "./polar-stereographic.ts";
import { fromUtm, toUtm, utmZoneAt } from "./transverse-mercator.ts";

/** The map that a geocoded product is drawn on: metres, x to the east and y to the north of the map. */
export interface MapFrame {
  epsg: number;
  name: string;
  /** Degrees to map metres. */
  toMap(longitude: number, latitude: number): [x: number, y: number];
  /** Map metres to degrees. */
  toDegrees(x: number, y: number): [longitude: number, latitude: number];
}

/** The UTM zone of a place, or Universal Polar Stereographic beyond 84 degrees north and 80 degrees south. */
export function mapFrameAt(longitude: number, latitude: number): MapFrame {
  const isSouth = latitude < 0;
  if (latitude > 84 || latitude < -80) {
    return {
      epsg: isSouth ? 5042 : 5041,
      name: `WGS 84 / UPS ${isSouth ? "South" : "North"} (E,N)`,
      toMap: (lon, lat) => toUps(isSouth, lon, lat),
      toDegrees: (x, y) => fromUps(isSouth, x, y),
    };
  }
  const zone = utmZoneAt(longitude, latitude);
  return {
    epsg: (isSouth ? 32700 : 32600) + zone,
    name: `WGS 84 / UTM zone ${zone}${isSouth ? "S" : "N"}`,
    toMap: (lon, lat) => toUtm(zone, isSouth, lon, lat),
    toDegrees: (x, y) => fromUtm(zone, isSouth, x, y),
  };
}
