/**
 * Two fictitious satellites in every format of element sets. An exporter of another SGP4 wrote the TLE; the others were written
 * by hand from the standard.
 */
export const TERN_TLE = `TERN 1
1 90501U 25001A   26060.25781234  .00000000  00000-0  12345-3 0  9997
2 90501  97.5123  58.4321 0003123  33.4455 130.9876 15.13700000  1002
0 TERN 2
1 B1234U 25001A   26060.25781234  .00000000  00000-0 -25000-4 0  9996
2 B1234  53.0021 123.4567 0011000 301.5000 201.1111 15.13700000  1007
`;

const TERN_1 = {
  CCSDS_OMM_VERS: "2.0",
  OBJECT_NAME: "TERN 1",
  OBJECT_ID: "2025-001A",
  CENTER_NAME: "EARTH",
  REF_FRAME: "TEME",
  TIME_SYSTEM: "UTC",
  MEAN_ELEMENT_THEORY: "SGP4",
  EPOCH: "2026-03-01T06:11:14.986176",
  MEAN_MOTION: 15.137,
  ECCENTRICITY: 0.0003123,
  INCLINATION: 97.5123,
  RA_OF_ASC_NODE: 58.4321,
  ARG_OF_PERICENTER: 33.4455,
  MEAN_ANOMALY: 130.9876,
  EPHEMERIS_TYPE: 0,
  NORAD_CAT_ID: 90501,
  BSTAR: 0.00012345,
};

const TERN_2 = {
  ...TERN_1,
  OBJECT_NAME: "TERN 2",
  ECCENTRICITY: 0.0011,
  INCLINATION: 53.0021,
  RA_OF_ASC_NODE: 123.4567,
  ARG_OF_PERICENTER: 301.5,
  MEAN_ANOMALY: 201.1111,
  NORAD_CAT_ID: 111234,
  BSTAR: -2.5e-5,
};

const BOTH = [TERN_1, TERN_2];

export const TERN_JSON = JSON.stringify(BOTH, null, 1);
export const TERN_CSV = [
  Object.keys(TERN_1).join(","),
  ...BOTH.map((tern) => Object.values(tern).join(",")),
].join("\r\n");
export const TERN_KVN = BOTH.map((tern) =>
  Object.entries(tern)
    .map(([keyword, value]) => `${keyword} = ${value}${keyword === "INCLINATION" ? " [deg]" : ""}\n`)
    .join(""),
).join("COMMENT the next one\n\n");
export const TERN_XML = `<?xml version="1.0" encoding="UTF-8"?>
<ndm>
${BOTH.map(
  (tern) =>
    `<omm id="CCSDS_OMM_VERS" version="2.0"><body><segment><data>\n${Object.entries(tern)
      .map(([keyword, value]) => `<${keyword}>${value}</${keyword}>`)
      .join("\n")}\n</data></segment></body></omm>`,
).join("\n")}
</ndm>
`;
