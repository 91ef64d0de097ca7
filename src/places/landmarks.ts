/**
 * Ports, volcanoes, glaciers, straits and works that people image, collected by hand: name, country (and state), longitude and latitude. One
 * with the name of a city is that city, at its harbour, within 10 km of it. A harbour farther away has its own name.
 */
export const LANDMARKS = `
Abidjan|CI|-4.02,5.28
Agung|ID|115.51,-8.34
Aletsch Glacier|CH|8.05,46.45
Algeciras and Gibraltar|ES|-5.42,36.12
Ambrym|VU|168.12,-16.25
Anchorage|US-AK|-149.90,61.22
Antwerp|BE|4.35,51.28
Aswan High Dam|EG|32.88,23.97
Auckland|NZ|174.78,-36.84
Bab-el-Mandeb||43.35,12.60
Balboa and the Panama Canal|PA|-79.56,8.95
Baltoro|PK|76.40,35.74
Barcelona|ES|2.17,41.36
Beijing|CN|116.40,39.90
Bergen|NO|5.30,60.40
Berlin|DE|13.40,52.52
Buenos Aires|AR|-58.35,-34.58
Busan|KR|129.06,35.10
Cairo|EG|31.24,30.04
Callao|PE|-77.15,-12.05
Campi Flegrei|IT|14.14,40.83
Cape Town|ZA|18.43,-33.90
Chennai|IN|80.30,13.10
Chuquicamata|CL|-68.90,-22.29
Colombo|LK|79.85,6.95
Copenhagen and the Oresund|DK|12.65,55.68
Cotopaxi|EC|-78.44,-0.68
Dakar|SN|-17.43,14.68
Darwin|AU|130.85,-12.45
Delhi|IN|77.21,28.61
Djibouti|DJ|43.14,11.60
Dover Strait||1.45,51.02
Dublin|IE|-6.20,53.34
Durban|ZA|31.03,-29.88
Erta Ale|ET|40.67,13.60
Etna|IT|15.00,37.75
Fagradalsfjall and Grindavik|IS|-22.30,63.88
Fremantle|AU|115.74,-32.06
Fuego|GT|-90.88,14.47
Gdansk|PL|18.67,54.40
Genoa|IT|8.90,44.40
Golden Gate|US-CA|-122.45,37.81
Grand Ethiopian Renaissance Dam|ET|35.09,11.21
Guayaquil|EC|-79.90,-2.25
Haifa|IL|35.02,32.83
Halifax|CA|-63.57,44.65
Hamburg|DE|9.94,53.53
Hong Kong|HK|114.15,22.32
Honolulu|US-HI|-157.87,21.31
Houston Ship Channel|US-TX|-95.00,29.60
Hunga Tonga|TO|-175.39,-20.54
Istanbul and the Bosporus|TR|29.03,41.10
Itaipu|BR|-54.59,-25.41
Jakobshavn|GL|-49.80,69.17
Jeddah|SA|39.16,21.48
Kahramanmaras|TR|36.93,37.58
Kaohsiung|TW|120.28,22.58
Karachi|PK|66.98,24.80
Kilauea|US-HI|-155.28,19.41
Kingston|JM|-76.80,17.96
Klyuchevskaya|RU|160.64,56.06
Krakatau|ID|105.42,-6.10
Kyiv|UA|30.52,50.45
La Palma|ES|-17.87,28.61
Lagos|NG|3.37,6.43
Le Havre|FR|0.13,49.48
Lisbon and the Tagus|PT|-9.14,38.69
London|GB|-0.12,51.51
Longyearbyen|SJ|15.63,78.22
Los Angeles and Long Beach|US-CA|-118.23,33.74
Luanda|AO|13.23,-8.79
Manila|PH|120.95,14.58
Manzanillo|MX|-104.32,19.06
Maputo|MZ|32.60,-25.97
Marseille|FR|5.33,43.32
Melbourne|AU|144.90,-37.85
Merapi|ID|110.45,-7.54
Mexico City|MX|-99.13,19.40
Miami|US-FL|-80.15,25.77
Mombasa|KE|39.65,-4.06
Montevideo|UY|-56.21,-34.90
Mount Fuji|JP|138.73,35.36
Mount St Helens|US-WA|-122.19,46.20
Murmansk|RU|33.05,69.00
Nairobi|KE|36.82,-1.29
Naples|IT|14.27,40.84
New Orleans|US-LA|-90.05,29.93
New York Harbor|US-NY|-74.05,40.67
North Anatolian Fault at Izmit|TR|29.95,40.75
Noto|JP|137.10,37.40
Noumea|NC|166.44,-22.27
Nyiragongo|CD|29.25,-1.52
Odesa|UA|30.75,46.49
Oslo|NO|10.72,59.89
Papeete|PF|-149.57,-17.54
Paris|FR|2.35,48.86
Perito Moreno|AR|-73.10,-50.50
Pinatubo|PH|120.35,15.14
Piraeus|GR|23.62,37.94
Piton de la Fournaise|RE|55.71,-21.24
Popocatepetl|MX|-98.62,19.02
Port Hedland|AU|118.58,-20.32
Port Klang|MY|101.35,3.00
Port Louis|MU|57.50,-20.15
Port of Brisbane|AU|153.17,-27.38
Port of Chittagong|BD|91.80,22.25
Port of Ho Chi Minh City|VN|106.85,10.65
Port of Jakarta|ID|106.88,-6.10
Port of Jebel Ali|AE|55.05,25.02
Port of Mumbai|IN|72.90,18.95
Port of Norfolk|US-VA|-76.32,36.95
Port of Osaka|JP|135.40,34.63
Port of Rotterdam|NL|4.10,51.95
Port of Shanghai|CN|121.80,31.30
Port of Tianjin|CN|117.80,38.98
Port of Yangon|MM|96.25,16.70
Port Said and Suez|EG|32.34,31.15
Qingdao|CN|120.28,36.05
Ras Tanura|SA|50.16,26.66
Reykjavik|IS|-21.93,64.15
Rio de Janeiro|BR|-43.18,-22.90
Saint Petersburg|RU|30.20,59.90
Sakurajima|JP|130.66,31.59
San Andreas at Parkfield|US-CA|-120.43,35.90
San Diego|US-CA|-117.18,32.69
San Juan|PR|-66.10,18.45
Santorini|GR|25.40,36.40
Santos|BR|-46.30,-23.96
Seattle|US-WA|-122.37,47.60
Singapore|SG|103.82,1.25
Soufriere Hills|MS|-62.18,16.72
Southampton|GB|-1.40,50.88
Stanley|FK|-57.86,-51.69
Strait of Hormuz||56.40,26.55
Stromboli|IT|15.21,38.79
Super Pit Kalgoorlie|AU|121.50,-30.78
Suva|FJ|178.42,-18.14
Sydney|AU|151.22,-33.86
Taal Volcano|PH|120.99,14.01
Taveuni|FJ|-179.97,-16.85
Three Gorges|CN|111.00,30.82
Tokyo Bay|JP|139.80,35.50
Tromso|NO|18.96,69.65
Ushuaia|AR|-68.30,-54.81
Valparaiso|CL|-71.62,-33.03
Vancouver|CA|-123.10,49.29
Vatnajokull|IS|-16.80,64.40
Venice|IT|12.33,45.43
Vesuvius|IT|14.43,40.82
Villarrica Volcano|CL|-71.93,-39.42
Vladivostok|RU|131.90,43.10
Washington|US-DC|-77.04,38.90
White Island|NZ|177.18,-37.52
`.trim();
