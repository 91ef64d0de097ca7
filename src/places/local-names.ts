/** Further names of capitals and large cities: the gazetteer has one name per city, either the English or the local one. */

/** The gazetteer's name, its country, and the other names. */
export const LOCAL_NAMES = `Vienna|AT|Wien
Antwerpen|BE|Anvers
Brugge|BE|Bruges
Brussels|BE|Bruxelles,Brussel
Gent|BE|Ghent,Gand
Liege|BE|Luik,Luttich
Sofia|BG|Sofiya
Basel|CH|Basle,Bale
Bern|CH|Berne
Geneve|CH|Geneva,Genf,Ginevra
Zurich|CH|Zuerich
Beijing|CN|Peking
Guangzhou|CN|Canton
Havana|CU|La Habana
Brno|CZ|Brunn
Prague|CZ|Praha
Dusseldorf|DE|Duesseldorf
Hannover|DE|Hanover
Koln|DE|Cologne,Koeln
Munich|DE|Munchen,Muenchen
Nurnberg|DE|Nuremberg,Nuernberg
Arhus|DK|Aarhus
Copenhagen|DK|Kobenhavn
Algiers|DZ|Alger
Alexandria|EG|Al Iskandariyah
Cairo|EG|Al Qahirah
Sevilla|ES|Seville
Zaragoza|ES|Saragossa
Helsinki|FI|Helsingfors
Turku|FI|Abo
Lyon|FR|Lyons
Marseille|FR|Marseilles
Strasbourg|FR|Strassburg
Athens|GR|Athina
Piraeus|GR|Pireas
Thessaloniki|GR|Salonica,Saloniki
Rijeka|HR|Fiume
Jerusalem|IL|Yerushalayim
Tel Aviv|IL|Tel Aviv-Yafo
Bengaluru|IN|Bangalore
Chennai|IN|Madras
Kolkata|IN|Calcutta
Mumbai|IN|Bombay
Baghdad|IQ|Bagdad
Tehran|IR|Teheran
Florence|IT|Firenze
Genoa|IT|Genova
Milan|IT|Milano
Naples|IT|Napoli
Padova|IT|Padua
Rome|IT|Roma
Siracusa|IT|Syracuse
Turin|IT|Torino
Venice|IT|Venezia
Tokyo|JP|Tokio
Almaty|KZ|Alma-Ata
Beirut|LB|Bayrut
Luxembourg|LU|Luxemburg
Chisinau|MD|Kishinev
Yangon|MM|Rangoon
Mexico City|MX|Ciudad de Mexico
's-Hertogenbosch|NL|Den Bosch
The Hague|NL|Den Haag,'s-Gravenhage
Gdansk|PL|Danzig
Krakow|PL|Cracow,Krakau
Poznan|PL|Posen
Szczecin|PL|Stettin
Warsaw|PL|Warszawa,Warschau
Wroclaw|PL|Breslau
Lisbon|PT|Lisboa
Bucharest|RO|Bucuresti
Belgrade|RS|Beograd
Moscow|RU|Moskva
Saint Petersburg|RU|St Petersburg
Jeddah|SA|Jiddah
Mecca|SA|Makkah
Riyadh|SA|Ar Riyad
Goteborg|SE|Gothenburg
Ljubljana|SI|Laibach
Bratislava|SK|Pressburg
Aleppo|SY|Halab
Damascus|SY|Dimashq
Istanbul|TR|Constantinople
Izmir|TR|Smyrna
Kharkiv|UA|Kharkov
Kyiv|UA|Kiev
Lviv|UA|Lemberg,Lvov
New York City|US|New York
Hanoi|VN|Ha Noi
Ho Chi Minh City|VN|Saigon`;
