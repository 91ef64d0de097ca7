"""Windows over targets, from python3-sgp4 and formulas of its own. JSON on stdin and stdout.

In: elements (OMM in JSON), targets [lon, lat], start and end (ms), thresholds (largest off-nadir, degrees).
Out: for each threshold and target [satellite, start ms, end ms] by a search at steps of a second, edges halved to 1 ms, and
for each row of `edges` ([satellite, lon, lat, ms]) the [off-nadir, incidence, azimuth, squint] then.

A window: off-nadir of 5 degrees to the threshold, squint of 30 degrees at most, above the horizon, on one side.
"""
import json
import sys
from math import acos, asin, atan2, cos, degrees, pi, radians, sin, sqrt

from sgp4 import omm
from sgp4.api import Satrec

A = 6378.137
F = 1 / 298.257223563
EARTH_RATE_DEG_PER_DAY = 360.98564736629
UNIX_EPOCH_JD = 2440587.5
LEAST, MOST_SQUINT = 5.0, 30.0


def satellite(fields):
    made = Satrec()
    unused = {"CLASSIFICATION_TYPE": "U", "ELEMENT_SET_NO": 1, "REV_AT_EPOCH": 1, "MEAN_MOTION_DOT": 0, "MEAN_MOTION_DDOT": 0}
    omm.initialize(made, {key: str(value) for key, value in {**unused, **fields}.items()})
    return made


def sidereal(ms):
    days = ms / 86400000 + (UNIX_EPOCH_JD - 2451545.0)
    t = days / 36525
    return radians((280.46061837 + EARTH_RATE_DEG_PER_DAY * days + 0.000387933 * t * t - t**3 / 38710000) % 360)


def state(sat, ms):
    whole = int(ms // 86400000)
    error, r, v = sat.sgp4(UNIX_EPOCH_JD + whole, ms / 86400000 - whole)
    if error:
        raise SystemExit("sgp4 error %d" % error)
    turn = sidereal(ms)
    radius = sqrt(r[0] ** 2 + r[1] ** 2)
    east = atan2(r[1], r[0]) - turn
    out = (r[0] * v[0] + r[1] * v[1]) / radius
    side = (r[0] * v[1] - r[1] * v[0]) / radius - radians(EARTH_RATE_DEG_PER_DAY) / 86400 * radius
    return (
        (radius * cos(east), radius * sin(east), r[2]),
        (out * cos(east) - side * sin(east), out * sin(east) + side * cos(east), v[2]),
    )


def place(lon, lat):
    parametric = atan2((1 - F) * sin(radians(lat)), cos(radians(lat)))
    p = A * cos(parametric)
    return (p * cos(radians(lon)), p * sin(radians(lon)), A * (1 - F) * sin(parametric))


def length(a):
    return sqrt(sum(x * x for x in a))


def look(at, lon, lat, target):
    """Off-nadir by the law of cosines, the rest by the rotation into south, east, zenith."""
    position, velocity = at
    dx, dy, dz = (p - t for p, t in zip(position, target))
    d = sqrt(dx * dx + dy * dy + dz * dz)
    r, t = length(position), length(target)
    off = degrees(acos(max(-1, min(1, (r * r + d * d - t * t) / (2 * r * d)))))
    phi, lam = radians(lat), radians(lon)
    turned = cos(lam) * dx + sin(lam) * dy
    south = sin(phi) * turned - cos(phi) * dz
    east = cos(lam) * dy - sin(lam) * dx
    zenith = cos(phi) * turned + sin(phi) * dz
    squint = -degrees(asin((dx * velocity[0] + dy * velocity[1] + dz * velocity[2]) / (d * length(velocity))))
    (a, b, c), (e, f, g) = position, velocity
    x, y, z = -dx, -dy, -dz
    volume = a * (f * z - g * y) - b * (e * z - g * x) + c * (e * y - f * x)
    elevation = degrees(asin(zenith / d))
    return off, 90 - elevation, degrees(atan2(east, -south)) % 360, squint, volume > 0


def main():
    asked = json.load(sys.stdin)
    start, end = asked["start"], asked["end"]
    sats = [satellite(fields) for fields in asked["elements"]]
    targets = [(lon, lat, place(lon, lat)) for lon, lat in asked["targets"]]
    found = [[[] for _ in targets] for _ in asked["thresholds"]]
    for index, sat in enumerate(sats):
        states = {}

        def at(ms):
            known = states.get(ms)
            if known is None:
                known = states[ms] = state(sat, ms)
            return known

        # Within a minute no satellite flies more than 5 degrees: what is farther below the horizon cannot rise in it.
        near = [[] for _ in targets]
        for ms in range(start, end + 1, 60000):
            position, _ = at(ms)
            r = length(position)
            for number, (_, _, target) in enumerate(targets):
                cosine = sum(p * t for p, t in zip(position, target)) / (r * length(target))
                if cosine > cos(acos(min(1, 6356 / r)) + radians(6)):
                    near[number].append(ms)
        for number, (lon, lat, target) in enumerate(targets):
            looks = {}

            def kind(ms, most):
                if ms not in looks:
                    looks[ms] = look(at(ms), lon, lat, target)
                off, incidence, _, squint, left = looks[ms]
                kept = LEAST <= off <= most and abs(squint) <= MOST_SQUINT and incidence <= 90
                return (left,) if kept else None

            def edge(inside, outside, most):
                """Between two samples of a second, to a millisecond; at the ends of the search they are one."""
                wanted = kind(inside, most)
                while abs(outside - inside) > 1:
                    middle = (inside + outside) // 2
                    if kind(middle, most) == wanted:
                        inside = middle
                    else:
                        outside = middle
                return inside

            for which, most in enumerate(asked["thresholds"]):
                opened = None
                last = None
                for minute in near[number]:
                    for ms in range(minute, min(minute + 60000, end + 1), 1000):
                        now = kind(ms, most)
                        if opened is not None and (now != opened[1] or ms - last > 1000):
                            found[which][number].append([index, opened[0], edge(last, min(last + 1000, end), most)])
                            opened = None
                        if now is not None:
                            if opened is None:
                                opened = (edge(ms, max(ms - 1000, start), most), now)
                            last = ms
                if opened is not None:
                    found[which][number].append([index, opened[0], edge(last, min(last + 1000, end), most)])
    edges = []
    for index, lon, lat, ms in asked["edges"]:
        edges.append(look(state(sats[index], ms), lon, lat, place(lon, lat))[:4])
    json.dump({"windows": found, "edges": edges}, sys.stdout)


main()
