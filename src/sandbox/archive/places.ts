/** Ports, straits and coastal cities: `name lon lat spreadKm weight`. Positions to a hundredth of a degree. */
const PORTS = `
Lisbon and the Tagus|-9.14 38.69 18 3
Rotterdam|4.10 51.95 15 3
Golden Gate|-122.45 37.81 15 3
Singapore|103.82 1.25 18 3
Cape Town|18.43 -33.90 18 2
Valparaiso|-71.62 -33.03 15 2
Antwerp|4.35 51.28 10 1
Hamburg|9.94 53.53 12 1
Le Havre|0.13 49.48 12 1
Algeciras and Gibraltar|-5.42 36.12 14 2
Barcelona|2.17 41.36 12 1
Marseille|5.33 43.32 14 1
Genoa|8.90 44.40 10 1
Venice|12.33 45.43 14 1
Piraeus|23.62 37.94 12 1
Istanbul and the Bosporus|29.03 41.10 16 2
Odesa|30.75 46.49 15 1
Port Said and Suez|32.34 31.15 25 2
Haifa|35.02 32.83 12 1
Jeddah|39.16 21.48 14 1
Bab-el-Mandeb|43.35 12.60 30 2
Strait of Hormuz|56.40 26.55 40 2
Dubai|55.05 25.02 18 1
Ras Tanura|50.16 26.66 15 1
Karachi|66.98 24.80 14 1
Mumbai|72.90 18.95 15 2
Colombo|79.85 6.95 12 1
Chennai|80.30 13.10 12 1
Chittagong|91.80 22.25 18 1
Yangon|96.25 16.70 18 1
Port Klang|101.35 3.00 12 1
Jakarta|106.88 -6.10 16 1
Ho Chi Minh City|106.85 10.65 18 1
Manila|120.95 14.58 15 1
Hong Kong|114.15 22.32 16 2
Kaohsiung|120.28 22.58 12 1
Shanghai|121.80 31.30 22 2
Qingdao|120.28 36.05 14 1
Tianjin|117.80 38.98 16 1
Busan|129.06 35.10 14 2
Tokyo Bay|139.80 35.50 18 2
Osaka|135.40 34.63 12 1
Vladivostok|131.90 43.10 14 1
Darwin|130.85 -12.45 15 1
Port Hedland|118.58 -20.32 16 1
Fremantle|115.74 -32.06 12 1
Melbourne|144.90 -37.85 14 1
Sydney|151.22 -33.86 14 2
Brisbane|153.17 -27.38 12 1
Auckland|174.78 -36.84 12 1
Suva|178.42 -18.14 12 1
Noumea|166.44 -22.27 12 1
Papeete|-149.57 -17.54 10 1
Honolulu|-157.87 21.31 12 1
Anchorage|-149.90 61.22 18 1
Vancouver|-123.10 49.29 14 1
Seattle|-122.37 47.60 14 1
Los Angeles and Long Beach|-118.23 33.74 14 2
San Diego|-117.18 32.69 10 1
Manzanillo|-104.32 19.06 10 1
Balboa and the Panama Canal|-79.56 8.95 20 2
Houston Ship Channel|-95.00 29.60 22 2
New Orleans|-90.05 29.93 18 1
Miami|-80.15 25.77 12 1
Norfolk|-76.32 36.95 14 1
New York|-74.05 40.67 16 2
Halifax|-63.57 44.65 12 1
Kingston|-76.80 17.96 10 1
San Juan|-66.10 18.45 10 1
Callao|-77.15 -12.05 12 1
Guayaquil|-79.90 -2.25 18 1
Buenos Aires|-58.35 -34.58 18 1
Montevideo|-56.21 -34.90 12 1
Santos|-46.30 -23.96 12 1
Rio de Janeiro|-43.18 -22.90 14 1
Ushuaia|-68.30 -54.81 12 1
Stanley|-57.86 -51.69 12 1
Dakar|-17.43 14.68 12 1
Abidjan|-4.02 5.28 14 1
Lagos|3.37 6.43 16 1
Luanda|13.23 -8.79 12 1
Durban|31.03 -29.88 12 1
Maputo|32.60 -25.97 14 1
Mombasa|39.65 -4.06 12 1
Djibouti|43.14 11.60 12 1
Port Louis|57.50 -20.15 10 1
Murmansk|33.05 69.00 16 1
Saint Petersburg|30.20 59.90 16 1
Gdansk|18.67 54.40 12 1
Copenhagen and the Oresund|12.65 55.68 16 1
Oslo|10.72 59.89 12 1
Bergen|5.30 60.40 12 1
Reykjavik|-21.93 64.15 12 1
Dover Strait|1.45 51.02 20 2
Southampton|-1.40 50.88 10 1
Dublin|-6.20 53.34 10 1
`;

/** Volcanoes, faults, dams, mines and ice, where the ground moves. `name lon lat spreadKm weight`. */
const HAZARDS = `
Naples and Vesuvius|14.43 40.82 12 3
Etna|15.00 37.75 12 3
Campi Flegrei|14.14 40.83 8 1
Stromboli|15.21 38.79 8 1
Santorini|25.40 36.40 10 1
La Palma|-17.87 28.61 12 1
Fagradalsfjall and Grindavik|-22.30 63.88 12 2
Nyiragongo|29.25 -1.52 12 1
Erta Ale|40.67 13.60 12 1
Piton de la Fournaise|55.71 -21.24 10 1
Merapi|110.45 -7.54 10 2
Krakatau|105.42 -6.10 12 1
Agung|115.51 -8.34 10 1
Taal|120.99 14.01 10 1
Pinatubo|120.35 15.14 10 1
Sakurajima|130.66 31.59 10 2
Mount Fuji|138.73 35.36 12 1
Klyuchevskaya|160.64 56.06 15 1
Kilauea|-155.28 19.41 14 2
Mount St Helens|-122.19 46.20 10 1
Popocatepetl|-98.62 19.02 12 1
Fuego|-90.88 14.47 10 1
Soufriere Hills|-62.18 16.72 8 1
Cotopaxi|-78.44 -0.68 12 1
Villarrica|-71.93 -39.42 12 1
Hunga Tonga|-175.39 -20.54 10 1
White Island|177.18 -37.52 8 1
Ambrym|168.12 -16.25 10 1
San Andreas at Parkfield|-120.43 35.90 20 1
North Anatolian Fault at Izmit|29.95 40.75 20 1
Kahramanmaras|36.93 37.58 25 1
Noto|137.10 37.40 18 1
Three Gorges|111.00 30.82 18 1
Aswan|32.88 23.97 15 1
Grand Ethiopian Renaissance Dam|35.09 11.21 15 1
Itaipu|-54.59 -25.41 14 1
Chuquicamata|-68.90 -22.29 12 1
Escondida|-69.07 -24.27 12 1
Grasberg|137.11 -4.05 10 1
Carajas|-50.17 -6.07 15 1
Super Pit Kalgoorlie|121.50 -30.78 10 1
Garzweiler|6.50 51.06 10 1
Permian Basin|-102.20 31.90 60 1
Mexico City|-99.13 19.40 18 2
Jakarta north coast|106.80 -6.12 10 1
Venice lagoon barriers|12.40 45.36 8 1
Aletsch Glacier|8.05 46.45 12 1
Perito Moreno|-73.10 -50.50 15 1
Jakobshavn|-49.80 69.17 25 1
Vatnajokull|-16.80 64.40 35 1
Baltoro|76.40 35.74 25 1
`;

/** Wide lands and seas, poles and the 180th meridian: `name lon lat spreadKm weight`. */
const REGIONS = `
Taveuni, Fiji|179.97 -16.85 16 3
Rabi and Cikobia, Fiji|-179.98 -16.45 22 2
Wrangel Island|-179.95 71.23 35 3
Chukotka, Cape Billings|-179.90 69.05 60 2
Anadyr|177.50 64.73 20 1
Aleutians at Semisopochnoi|179.60 51.95 30 1
Svalbard, Longyearbyen|15.63 78.22 20 2
Svalbard, Nordaustlandet|23.00 79.90 45 2
Franz Josef Land|55.00 80.60 70 1
Ellesmere, Alert|-62.35 82.48 45 1
Qaanaaq|-69.23 77.47 30 1
Bering Strait|-168.80 65.85 40 1
McMurdo|166.67 -77.85 30 1
Pine Island Glacier|-100.50 -75.10 60 1
Antarctic Peninsula|-60.50 -64.50 90 1
Thwaites Glacier|-106.75 -75.50 60 1
Gerlache and Drake|-62.00 -62.50 80 1
Amazon|-61.00 -5.00 900 2
Cerrado|-48.00 -13.00 600 1
Pantanal|-57.00 -18.00 250 1
Atacama|-69.30 -23.50 250 1
Pampas|-61.50 -35.50 400 1
Patagonia|-69.50 -46.00 400 1
Central Andes|-67.50 -18.50 350 1
Gulf of Mexico|-91.50 27.50 350 1
Great Plains|-99.00 40.00 600 2
Corn Belt|-90.00 41.50 350 1
Rocky Mountains|-109.50 43.00 400 1
California Central Valley|-120.30 36.90 180 1
Boreal Canada|-100.00 56.00 700 1
Quebec|-72.00 52.00 400 1
Alaska North Slope|-150.00 70.00 200 1
Greenland west coast|-51.50 67.00 250 1
British Isles|-2.50 53.80 220 1
North Sea|3.00 56.50 250 1
Baltic|19.50 58.00 280 1
Scandinavia|17.00 64.00 350 1
Po Valley|10.50 45.10 110 1
Iberia|-4.00 40.00 300 1
Central Europe|14.00 50.00 350 2
Ukraine|32.00 48.50 330 2
Black Sea|34.50 43.50 250 1
Anatolia|34.50 39.00 350 1
Eastern Mediterranean|29.00 34.50 300 1
Central Mediterranean|16.00 36.00 280 1
Sahara|8.00 25.00 900 1
Sahel|5.00 14.50 700 1
Nile Delta|31.00 30.70 90 1
Niger Delta|6.20 5.20 90 1
Gulf of Guinea|1.50 3.00 350 1
Congo Basin|22.00 -1.00 500 1
Ethiopian Highlands|38.50 10.00 280 1
Lake Victoria|33.00 -1.00 180 1
Okavango|22.80 -19.30 130 1
Karoo|22.50 -31.50 300 1
Madagascar|46.80 -19.00 300 1
Arabian Peninsula|47.00 22.00 500 1
Mesopotamia|44.50 32.80 230 1
Iranian Plateau|55.00 32.50 400 1
Caspian|51.00 42.00 250 1
Kazakh Steppe|68.00 49.00 500 1
West Siberia|73.00 61.00 500 1
Yamal|70.00 70.00 180 1
Yakutia|129.00 64.00 500 1
Lena Delta|127.00 72.80 120 1
Himalaya|85.00 28.50 300 1
Indus Plain|71.50 29.50 280 1
Ganges Plain|82.00 26.00 330 1
Bengal Delta|90.00 23.00 150 1
Deccan|77.00 17.00 330 1
Tibet|88.00 33.00 500 1
Taklamakan|82.50 39.00 330 1
Mongolia|104.00 46.50 400 1
North China Plain|116.00 36.00 300 2
Sichuan|104.50 30.50 230 1
Pearl River Delta|113.50 22.80 70 1
Mekong Delta|105.80 9.90 90 1
South China Sea|113.50 12.00 450 1
Borneo|114.00 1.00 330 1
Sumatra|101.50 0.00 330 1
Java|110.50 -7.20 230 1
New Guinea|143.00 -5.80 330 1
Korea|127.50 37.00 200 1
Honshu|138.50 36.50 230 1
Kamchatka|158.50 55.00 250 1
Great Barrier Reef|147.00 -18.50 230 1
Murray Basin|143.00 -34.80 280 1
Pilbara|119.00 -22.50 280 1
Outback|133.00 -24.50 600 1
New Zealand|173.00 -41.50 280 1
Ross Sea|-178.00 -75.50 250 1
Weddell Sea|-45.00 -72.00 250 1
Tristan da Cunha|-12.28 -37.10 15 1
Galapagos|-91.10 -0.50 70 1
Azores|-28.00 38.60 120 1
Canaries|-15.80 28.30 130 1
Maldives|73.30 3.50 160 1
`;

/** A place that is imaged often: collects scatter around it. */
export interface ArchivePlace {
  longitude: number;
  latitude: number;
  /** Standard deviation of the scatter in kilometres. */
  spreadKm: number;
}

/** Ports and volcanoes are imaged repeatedly at one spot, wide regions at scattered spots. */
const CATEGORY_SHARES: readonly (readonly [table: string, share: number])[] = [
  [PORTS, 0.42],
  [HAZARDS, 0.25],
  [REGIONS, 0.33],
];

interface Places {
  places: readonly ArchivePlace[];
  /** Cumulative shares of the places: a number from 0 to 1 selects the first place with a larger value. */
  ends: Float64Array;
  /** Places of stacks: ports and moving ground, the most popular first, each repeated by its weight. */
  repeated: readonly ArchivePlace[];
}

let known: Places | undefined;

/** Returns all places; reads the tables once. */
export function listPlaces(): Places {
  known ??= readPlaces();
  return known;
}

export function choosePlace({ places, ends }: Places, share: number): ArchivePlace {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > share) high = middle;
    else low = middle + 1;
  }
  return places[low] as ArchivePlace;
}

/** Weights of the tables, the largest first. */
const WEIGHTS = [3, 2, 1];

function readPlaces(): Places {
  const places: ArchivePlace[] = [];
  const shares: number[] = [];
  for (const [table, categoryShare] of CATEGORY_SHARES) {
    const rows = readTable(table);
    const total = rows.reduce((sum, { weight }) => sum + weight, 0);
    for (const { weight, ...place } of rows) {
      places.push(place);
      shares.push((categoryShare * weight) / total);
    }
  }
  let sum = 0;
  const spots = [PORTS, HAZARDS].flatMap(readTable);
  return {
    places,
    ends: Float64Array.from(shares, (share) => (sum += share)),
    repeated: WEIGHTS.flatMap((least) => spots.filter(({ weight }) => weight >= least)),
  };
}

const readTable = (table: string) => table.trim().split("\n").map(readRow);

function readRow(line: string): ArchivePlace & { weight: number } {
  const [, numbers = ""] = line.split("|");
  const [longitude = NaN, latitude = NaN, spreadKm = NaN, weight = NaN] = numbers.split(" ").map(Number);
  return { longitude, latitude, spreadKm, weight };
}
