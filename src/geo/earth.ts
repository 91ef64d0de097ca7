/** The size of the Earth. */

/** The mean radius (IUGG): that of the sphere for distances. */
export const EARTH_RADIUS_KM = 6371.0088;

/** The equatorial radius of the WGS84 ellipsoid, for surfaces and orbits. */
export const EQUATOR_RADIUS_KM = 6378.137;

/** The length of a degree of latitude on the sphere. */
export const KM_PER_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180;
