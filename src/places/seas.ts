import { prepareIntersects } from "../geo/intersects.ts";

/**
 * Names of seas, coarsely: each sea is one ring of whole degrees, longitude and latitude, in order of lookup. Other positions belong to an
 * ocean. The position must be at sea.
 */
const SEAS: readonly (readonly [name: string, ring: string])[] = [
  ["Caspian Sea", "46,36 55,36 55,48 46,48"],
  ["Sea of Azov", "34,45 40,45 40,48 34,48"],
  ["Black Sea", "27,40.8 42,40.8 42,47.5 27,47.5"],
  ["Sea of Marmara", "26.5,40.2 30,40.2 30,41 26.5,41"],
  ["Adriatic Sea", "12,46 14,46 20,42 20,40 18.4,40 12,43.5"],
  ["Aegean Sea", "22.5,35.4 28.5,35.4 28.5,41 22.5,41"],
  [
    "Mediterranean Sea",
    "-5.6,35 -5.6,36.5 -2,37.5 0,41 3,43.5 9,45 16,42 22,40 28,37.5 37,37.5 37,30 10,30 -2,34.8",
  ],
  ["Gulf of Bothnia", "17,60.5 26,60.5 26,66 17,66"],
  ["Gulf of Finland", "23,59 31,59 31,61 23,61"],
  ["Baltic Sea", "9.5,53.5 14,53.5 22,54 30,59 22,60.7 16,60.7 12.5,56.2 9.5,56.2"],
  ["Kattegat", "9.8,56.2 12.9,56.2 12.9,57.8 10.5,57.8"],
  ["Skagerrak", "7,57 10.5,57.7 12,59.2 9,59.2 7,58"],
  ["Irish Sea", "-6.4,52 -3,52 -2.8,54.5 -6,55"],
  ["English Channel", "-5.5,48.5 -1,48.5 1.5,50 1.5,51 -1,51 -5.5,50.2"],
  ["North Sea", "-4,58 -2,51.3 2,50.9 10,53 10,57 7,58.5 5,61.5 -1,61"],
  ["Bay of Biscay", "-8,43.3 -1,43.3 -1,48 -5,48.5"],
  ["Norwegian Sea", "-7,62 5,61.5 14,67 20,70.5 16,76 -8,71"],
  ["Greenland Sea", "-22,70 -8,71 16,76.5 0,81 -20,81"],
  ["Barents Sea", "20,70 30,68 55,68 60,76 50,80 18,80 16,76"],
  ["White Sea", "32,63.5 44,63.5 44,68 32,68"],
  ["Kara Sea", "56,68 80,68 100,77 95,81 65,80 60,76"],
  ["Laptev Sea", "103,70 140,70 140,77 103,80"],
  ["East Siberian Sea", "140,69 178,69 178,76 140,76"],
  ["Chukchi Sea", "-180,66 -157,66 -157,73 -180,73"],
  ["Beaufort Sea", "-157,69 -125,69 -125,76 -157,73"],
  ["Red Sea", "32,30 35.5,30 43.5,13 42.5,12.5 36,20"],
  ["Gulf of Aden", "43.3,11 51.3,11.8 51.3,15.5 45,14 43.3,12.8"],
  ["Persian Gulf", "47.5,29 48,31 51.5,29 56.5,27.3 56.2,26 54,24 51,23.8 49.5,26"],
  ["Gulf of Oman", "56.3,24 60,22.5 61.5,25.5 57,27.3 56.4,26.2"],
  ["Arabian Sea", "51.3,12 58,8 72.8,8 77,8 73,20 67,26 57,26 52,16"],
  ["Bay of Bengal", "80,8 92,8 95,16 92,23 86,22 80,15"],
  ["Andaman Sea", "92,6 98.5,6 99,17 94,17"],
  ["Strait of Malacca", "95.3,6 98,3 103.5,1 104,1.5 100.5,6.5"],
  ["Gulf of Thailand", "99,7 103,7 105,8.6 105,14 99,14"],
  ["Gulf of Tonkin", "105.5,18 109,18 110,20 110,22 105.5,22"],
  ["Java Sea", "106,-7 115,-8 119,-5.5 117,-3 106,-3"],
  ["Celebes Sea", "117.5,1 125,1 125.5,6 122,7.5 117.5,5"],
  ["Sulu Sea", "117,6 122,7 123,10 120,12 117,9"],
  ["Banda Sea", "122,-8 131,-8 131,-3.5 122,-3.5"],
  ["Timor Sea", "122,-10 126,-8.6 131,-9 131,-15 125,-14"],
  ["Arafura Sea", "131,-8 142,-8 142,-12 131,-12"],
  ["Gulf of Carpentaria", "135,-12 142,-12 142,-18 135,-18"],
  ["South China Sea", "104,1 110,1.5 116,6 120,13 121,22 117,24 109,21 105,10"],
  ["East China Sea", "118,24 123,25 130,30.5 129,33 122,33 120,28"],
  ["Yellow Sea", "118.5,33 126.5,33 126.5,38 125,40 117.5,40"],
  ["Bohai Sea", "117.4,37 122,37 122,41 117.4,41"],
  ["Sea of Japan", "127.5,35 131,34 136,35.3 140,37 141.5,45 142,51.5 139,48 130,42.5 127,39"],
  ["Sea of Okhotsk", "142,44 146,44 156,51 162,58 164,62 141,60 137,54 142,51.5"],
  ["Bering Sea", "162,60 163,55 172,53 180,52 180,66 175,63"],
  ["Bering Sea", "-180,52 -168,53.5 -162,55.2 -157,58 -161,66 -180,66"],
  ["Philippine Sea", "121.5,14 121,24 124,25 131,31 140,31 144,14 134,8 126.5,8"],
  ["Coral Sea", "142,-10 152,-11 162,-11 166,-21 160,-26 153,-26"],
  ["Tasman Sea", "149,-38 151,-34 153,-28 160,-28 172,-35 171,-43 166,-46 147,-44"],
  ["Bass Strait", "143.5,-39 148.2,-38 148.2,-40.8 143.9,-40.9"],
  ["Great Australian Bight", "118,-35.5 134,-31 139,-37 118,-37"],
  ["Hudson Bay", "-95,55 -79,51 -76,60 -78,63 -86,66 -95,62"],
  ["Labrador Sea", "-64,53 -55,50 -44,59.5 -52,66 -64,61"],
  ["Baffin Bay", "-80,69 -52,69 -56,78 -78,78"],
  ["Gulf of Saint Lawrence", "-66,46 -61,45.6 -59.3,47.5 -57,51.5 -62,50.5 -66,50"],
  ["Gulf of Mexico", "-98,18 -90,18 -88,21 -87,21.5 -84.5,22 -81,24.5 -81,26 -83,30.5 -98,30.5"],
  [
    "Caribbean Sea",
    "-88.5,15 -83.5,8.5 -71,9 -62,10.5 -60.5,14 -61.5,17.5 -66,18.4 -76,20 -84.5,22 -87,21.5",
  ],
  ["Gulf of California", "-115,32 -112.5,32 -108,25 -106,22 -109.5,23"],
  ["Gulf of Alaska", "-157,56 -140,56 -134,57 -140,61 -152,61"],
  ["Gulf of Guinea", "-8,0 9.6,0 9.6,6.5 -2,6.5 -8,4.3"],
  ["Mozambique Channel", "32,-26 44,-25 49,-12 40.5,-10.5 34,-20"],
];

/** Corners of the Atlantic's coasts east and west, from south to north; the Indian Ocean begins at Cape Agulhas. */
const ATLANTIC_WEST =
  "-68,-60 -68,-56 -70,-50 -66,-40 -64,-20 -78,-2 -79,8.5 -84,11 -90,16 -100,20 -100,32 -90,67";
const ATLANTIC_EAST = "20,-60 20,0 40,20 40,40 30,67";

export function findSea(longitude: number, latitude: number): string {
  const found = SEAS.find(([, ring]) => isWithin(ring, longitude, latitude));
  if (found !== undefined) return found[0];
  if (latitude >= 66) return "Arctic Ocean";
  if (latitude <= -60) return "Southern Ocean";
  const [north, isAtlantic] = [latitude >= 0, isWithin(ATLANTIC, longitude, latitude)];
  if (isAtlantic) return north ? "North Atlantic" : "South Atlantic";
  const isIndian = latitude < 31 && longitude > 19 && longitude < findEndOfIndianOcean(latitude);
  if (isIndian) return "Indian Ocean";
  return north ? "North Pacific" : "South Pacific";
}

/** Returns the longitude of the border to the Pacific: Tasmania in the south, then Timor, then the Malay Peninsula. */
function findEndOfIndianOcean(latitude: number): number {
  if (latitude < -30) return 147;
  return latitude < -8 ? 130 : 100;
}

const ATLANTIC = `${ATLANTIC_WEST} ${ATLANTIC_EAST.split(" ").toReversed().join(" ")}`;

const areas = new Map<string, ReturnType<typeof prepareIntersects>>();

function isWithin(ring: string, longitude: number, latitude: number): boolean {
  let area = areas.get(ring);
  if (area === undefined) {
    const corners = ring.split(" ").map((corner) => corner.split(",").map(Number));
    area = prepareIntersects({ type: "Polygon", coordinates: [[...corners, corners[0]!]] });
    areas.set(ring, area);
  }
  return area({ type: "Point", coordinates: [longitude, latitude] });
}
