/** Volcanoes, faults, dams, mines and ice, where the ground moves. `name lon lat spreadKm weight`. */
export const HAZARDS = `
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
