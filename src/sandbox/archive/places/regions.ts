/** Wide lands and seas, poles and the 180th meridian: `name lon lat spreadKm weight`. */
export const REGIONS = `
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
