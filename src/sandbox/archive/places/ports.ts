/** Ports, straits and coastal cities: `name lon lat spreadKm weight`. Positions to a hundredth of a degree. */
export const PORTS = `
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
