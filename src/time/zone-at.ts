import lookUp from "@photostructure/tz-lookup";

/**
 * Returns the IANA zone of a position, such as `Europe/Lisbon`; `Etc/GMT+9` and the like far from land. The map is coarse: a few percent of the
 * land get a neighbour's zone, so report the used zone. It weighs 70 KB: import this module lazily.
 */
// Spec silent: the time zone of an area. We look up its centre in a map of IANA zones.
export function findZone(longitude: number, latitude: number): string {
  return lookUp(latitude, longitude);
}
