import lookUp from "@photostructure/tz-lookup";

/**
 * The IANA zone of a place, such as `Europe/Lisbon`; `Etc/GMT+9` and the like far from land. The map behind it is coarse
 * (a few percent of the land lie in a neighbour's zone), so say which zone was used. It weighs 70 KB: import this module
 * where it is needed.
 */
// Spec silent: where the zone of an area comes from. We look its centre up in a map of the IANA zones.
export function zoneAt(longitude: number, latitude: number): string {
  return lookUp(latitude, longitude);
}
