"""Passes over targets, from Debian's python3-sgp4 and formulas of its own. JSON on stdin and stdout.

In: elements [inclination, node, anomaly] in degrees, targets [lon, lat], start and end (ms), squints (degrees).
Out, per target: [satellite, squint, ms, off-nadir, incidence, azimuth, "left"|"right", ascending].

Nothing here follows the program: places are found by latitude and longitude differences and spherical trigonometry where
it uses vectors, sidereal time by Meeus 12.4, moments by a scan each minute and bisection.
"""
import json
import sys
from math import acos, asin, atan2, cos, degrees, pi, radians, sin, sqrt

from sgp4.api import WGS72, Satrec

A = 6378.137
F = 1 / 298.257223563
EARTH_RATE_DEG_PER_DAY = 360.98564736629
UNIX_EPOCH_JD = 2440587.5
EPOCH_1949_JD = 2433281.5
ELEMENTS_JD = 2460676.5  # 2025-01-01T00:00:00Z


def satellite(index, inclination, node, anomaly):
    made = Satrec()
    made.sgp4init(
        WGS72, "i", 90001 + index, ELEMENTS_JD - EPOCH_1949_JD, 0.0, 0.0, 0.0, 3e-4, radians(90),
        radians(inclination), radians(anomaly), 15.137 * 2 * pi / 1440, radians(node),
    )
    return made


def sidereal_degrees(ms):
    days = ms / 86400000 + (UNIX_EPOCH_JD - 2451545.0)
    t = days / 36525
    return (280.46061837 + EARTH_RATE_DEG_PER_DAY * days + 0.000387933 * t * t - t**3 / 38710000) % 360


def state(sat, ms):
    """Right ascension turned into longitude: position (km) and velocity over the ground (km/s)."""
    whole = int(ms // 86400000)
    error, r, v = sat.sgp4(UNIX_EPOCH_JD + whole, ms / 86400000 - whole)
    if error:
        raise SystemExit("sgp4 error %d" % error)
    turn = radians(sidereal_degrees(ms))
    radius = sqrt(r[0] ** 2 + r[1] ** 2)
    east = atan2(r[1], r[0]) - turn
    rate = radians(EARTH_RATE_DEG_PER_DAY) / 86400
    # Polar components of the velocity: outwards in the equator's plane, and sideways less the ground's own motion.
    out = (r[0] * v[0] + r[1] * v[1]) / radius
    side = (r[0] * v[1] - r[1] * v[0]) / radius - rate * radius
    position = (radius * cos(east), radius * sin(east), r[2])
    velocity = (out * cos(east) - side * sin(east), out * sin(east) + side * cos(east), v[2])
    return position, velocity


def place(lon, lat):
    parametric = atan2((1 - F) * sin(radians(lat)), cos(radians(lat)))
    p = A * cos(parametric)
    return (p * cos(radians(lon)), p * sin(radians(lon)), A * (1 - F) * sin(parametric))


def length(a):
    return sqrt(sum(x * x for x in a))


def squint_sine(at, target):
    position, velocity = at
    sight = [t - p for t, p in zip(target, position)]
    return sum(s * v for s, v in zip(sight, velocity)) / (length(sight) * length(velocity))


def horizontal(lon, lat, target, position):
    """Azimuth and elevation by the rotation into south, east, zenith."""
    dx, dy, dz = (p - t for p, t in zip(position, target))
    phi, lam = radians(lat), radians(lon)
    turned = cos(lam) * dx + sin(lam) * dy
    south = sin(phi) * turned - cos(phi) * dz
    east = cos(lam) * dy - sin(lam) * dx
    zenith = cos(phi) * turned + sin(phi) * dz
    return degrees(atan2(east, -south)) % 360, degrees(asin(zenith / sqrt(dx * dx + dy * dy + dz * dz)))


def off_nadir(target, position):
    """Law of cosines in the triangle of the earth's centre, the satellite and the target."""
    r, t = length(position), length(target)
    d = length([a - b for a, b in zip(target, position)])
    return degrees(acos(max(-1, min(1, (r * r + d * d - t * t) / (2 * r * d)))))


def side_of(at, target):
    """The sign of the volume that up, flight and sight span."""
    (a, b, c), (d, e, f) = at
    x, y, z = (t - p for t, p in zip(target, at[0]))
    volume = a * (e * z - f * y) - b * (d * z - f * x) + c * (d * y - e * x)
    return "left" if volume > 0 else "right"


def passes(sat, states, times, lon, lat, squints):
    target = place(lon, lat)
    sines = [squint_sine(at, target) for at in states]
    for squint in squints:
        wanted = sin(radians(squint))
        for k in range(1, len(times)):
            if not (sines[k - 1] > wanted >= sines[k]) or length([a - b for a, b in zip(target, states[k][0])]) > 2200:
                continue
            low, high = times[k - 1], times[k]
            while high - low > 0.2:
                middle = (low + high) / 2
                if squint_sine(state(sat, middle), target) > wanted:
                    low = middle
                else:
                    high = middle
            at = state(sat, high)
            azimuth, elevation = horizontal(lon, lat, target, at[0])
            if elevation > 0:
                look = off_nadir(target, at[0])
                yield [squint, high, look, 90 - elevation, azimuth, side_of(at, target), at[1][2] > 0]


def main():
    asked = json.load(sys.stdin)
    start, end = asked["start"], asked["end"]
    times = [start + 60000 * k for k in range(int((end - start) // 60000) + 1)]
    found = [[] for _ in asked["targets"]]
    for index, elements in enumerate(asked["elements"]):
        sat = satellite(index, *elements)
        states = [state(sat, ms) for ms in times]
        for number, (lon, lat) in enumerate(asked["targets"]):
            found[number] += [[index] + row for row in passes(sat, states, times, lon, lat, asked["squints"])]
    json.dump(found, sys.stdout)


main()
