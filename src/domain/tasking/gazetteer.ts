/** Places that people know by name: ports, volcanoes, cities. Longitude and latitude to a hundredth of a degree. */
import { closest } from "../closest.ts";

const PLACES = `
Abidjan|-4.02,5.28
Agung|115.51,-8.34
Aletsch Glacier|8.05,46.45
Algeciras and Gibraltar|-5.42,36.12
Ambrym|168.12,-16.25
Anchorage|-149.90,61.22
Antwerp|4.35,51.28
Aswan|32.88,23.97
Auckland|174.78,-36.84
Bab-el-Mandeb|43.35,12.60
Balboa and the Panama Canal|-79.56,8.95
Baltoro|76.40,35.74
Barcelona|2.17,41.36
Beijing|116.40,39.90
Bergen|5.30,60.40
Berlin|13.40,52.52
Brisbane|153.17,-27.38
Buenos Aires|-58.35,-34.58
Busan|129.06,35.10
Cairo|31.24,30.04
Callao|-77.15,-12.05
Campi Flegrei|14.14,40.83
Cape Town|18.43,-33.90
Chennai|80.30,13.10
Chittagong|91.80,22.25
Chuquicamata|-68.90,-22.29
Colombo|79.85,6.95
Copenhagen and the Oresund|12.65,55.68
Cotopaxi|-78.44,-0.68
Dakar|-17.43,14.68
Darwin|130.85,-12.45
Delhi|77.21,28.61
Djibouti|43.14,11.60
Dover Strait|1.45,51.02
Dubai|55.05,25.02
Dublin|-6.20,53.34
Durban|31.03,-29.88
Erta Ale|40.67,13.60
Etna|15.00,37.75
Fagradalsfjall and Grindavik|-22.30,63.88
Fremantle|115.74,-32.06
Fuego|-90.88,14.47
Gdansk|18.67,54.40
Genoa|8.90,44.40
Golden Gate|-122.45,37.81
Grand Ethiopian Renaissance Dam|35.09,11.21
Guayaquil|-79.90,-2.25
Haifa|35.02,32.83
Halifax|-63.57,44.65
Hamburg|9.94,53.53
Ho Chi Minh City|106.85,10.65
Hong Kong|114.15,22.32
Honolulu|-157.87,21.31
Houston Ship Channel|-95.00,29.60
Hunga Tonga|-175.39,-20.54
Istanbul and the Bosporus|29.03,41.10
Itaipu|-54.59,-25.41
Jakarta|106.88,-6.10
Jakobshavn|-49.80,69.17
Jeddah|39.16,21.48
Kahramanmaras|36.93,37.58
Kaohsiung|120.28,22.58
Karachi|66.98,24.80
Kilauea|-155.28,19.41
Kingston|-76.80,17.96
Klyuchevskaya|160.64,56.06
Krakatau|105.42,-6.10
Kyiv|30.52,50.45
La Palma|-17.87,28.61
Lagos|3.37,6.43
Le Havre|0.13,49.48
Lisbon and the Tagus|-9.14,38.69
London|-0.12,51.51
Longyearbyen|15.63,78.22
Los Angeles and Long Beach|-118.23,33.74
Luanda|13.23,-8.79
Manila|120.95,14.58
Manzanillo|-104.32,19.06
Maputo|32.60,-25.97
Marseille|5.33,43.32
Melbourne|144.90,-37.85
Merapi|110.45,-7.54
Mexico City|-99.13,19.40
Miami|-80.15,25.77
Mombasa|39.65,-4.06
Montevideo|-56.21,-34.90
Mount Fuji|138.73,35.36
Mount St Helens|-122.19,46.20
Mumbai|72.90,18.95
Murmansk|33.05,69.00
Nairobi|36.82,-1.29
Naples|14.27,40.84
New Orleans|-90.05,29.93
New York|-74.05,40.67
Norfolk|-76.32,36.95
North Anatolian Fault at Izmit|29.95,40.75
Noto|137.10,37.40
Noumea|166.44,-22.27
Nyiragongo|29.25,-1.52
Odesa|30.75,46.49
Osaka|135.40,34.63
Oslo|10.72,59.89
Papeete|-149.57,-17.54
Paris|2.35,48.86
Perito Moreno|-73.10,-50.50
Pinatubo|120.35,15.14
Piraeus|23.62,37.94
Piton de la Fournaise|55.71,-21.24
Popocatepetl|-98.62,19.02
Port Hedland|118.58,-20.32
Port Klang|101.35,3.00
Port Louis|57.50,-20.15
Port Said and Suez|32.34,31.15
Qingdao|120.28,36.05
Ras Tanura|50.16,26.66
Reykjavik|-21.93,64.15
Rio de Janeiro|-43.18,-22.90
Rotterdam|4.10,51.95
Saint Petersburg|30.20,59.90
Sakurajima|130.66,31.59
San Andreas at Parkfield|-120.43,35.90
San Diego|-117.18,32.69
San Juan|-66.10,18.45
Santorini|25.40,36.40
Santos|-46.30,-23.96
Seattle|-122.37,47.60
Shanghai|121.80,31.30
Singapore|103.82,1.25
Soufriere Hills|-62.18,16.72
Southampton|-1.40,50.88
Stanley|-57.86,-51.69
Strait of Hormuz|56.40,26.55
Stromboli|15.21,38.79
Super Pit Kalgoorlie|121.50,-30.78
Suva|178.42,-18.14
Sydney|151.22,-33.86
Taal|120.99,14.01
Taveuni|-179.97,-16.85
Three Gorges|111.00,30.82
Tianjin|117.80,38.98
Tokyo Bay|139.80,35.50
Tromso|18.96,69.65
Ushuaia|-68.30,-54.81
Valparaiso|-71.62,-33.03
Vancouver|-123.10,49.29
Vatnajokull|-16.80,64.40
Venice|12.33,45.43
Vesuvius|14.43,40.82
Villarrica|-71.93,-39.42
Vladivostok|131.90,43.10
Washington|-77.04,38.90
White Island|177.18,-37.52
Yangon|96.25,16.70
`;

export interface Place {
  name: string;
  longitude: number;
  latitude: number;
}

const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();

export function gazetteer(): Place[] {
  return PLACES.trim()
    .split("\n")
    .map((line) => {
      const [name = "", position = ""] = line.split("|");
      const [longitude = Number.NaN, latitude = Number.NaN] = position.split(",").map(Number);
      return { name, longitude, latitude };
    });
}

/** Places whose name begins with, then those that hold, what was typed; the nearest spelling when there is none. */
export function findPlaces(typed: string): Place[] {
  const wanted = fold(typed);
  const places = gazetteer();
  const holding = places.filter(({ name }) => fold(name).includes(wanted));
  const beginning = holding.filter(({ name }) => fold(name).startsWith(wanted));
  if (holding.length > 0) return [...beginning, ...holding.filter((place) => !beginning.includes(place))];
  const meant = closest(
    typed,
    places.map(({ name }) => name),
  );
  return places.filter(({ name }) => name === meant);
}
