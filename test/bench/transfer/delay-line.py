"""A line that takes time: two network devices; each packet that goes into one leaves the other half a round trip later.

argv: the names of both devices, the round trip in ms. Says "ready" when the devices are there, and ends with its input.
Nothing is lost and nothing is held back: the line has no rate. Packets pass with their offload headers, so that the kernel
hands over up to 64 KiB at once and still counts in segments of the usual size.
"""

import fcntl
import os
import select
import struct
import sys
import time
from collections import deque

TUNSETIFF = 0x400454CA
TUNSETOFFLOAD = 0x400454D0
TUN, NO_PACKET_INFO, OFFLOAD_HEADER = 0x0001, 0x1000, 0x4000
CHECKSUM_AND_SEGMENTS = 0x01 | 0x02 | 0x04
LARGEST = 65536 + 64


def device(name: str) -> int:
    fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    request = struct.pack("16sH22x", name.encode(), TUN | NO_PACKET_INFO | OFFLOAD_HEADER)
    fcntl.ioctl(fd, TUNSETIFF, request)
    fcntl.ioctl(fd, TUNSETOFFLOAD, CHECKSUM_AND_SEGMENTS)
    return fd


def write(fd: int, packet: bytes) -> None:
    try:
        os.write(fd, packet)
    except OSError:
        # A device that is not up yet, or no longer: the packet is lost, as on a cut line.
        pass


def main() -> None:
    one, other = device(sys.argv[1]), device(sys.argv[2])
    half_seconds = float(sys.argv[3]) / 2000
    peer = {one: other, other: one}
    under_way: deque[tuple[float, int, bytes]] = deque()
    print("ready", flush=True)
    while True:
        wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
        readable, _, _ = select.select([one, other, sys.stdin], [], [], wait)
        if sys.stdin in readable:
            return
        for fd in readable:
            try:
                for _ in range(64):
                    packet = os.read(fd, LARGEST)
                    under_way.append((time.monotonic() + half_seconds, peer[fd], packet))
            except OSError:
                pass
        now = time.monotonic()
        while under_way and under_way[0][0] <= now:
            _, fd, packet = under_way.popleft()
            write(fd, packet)


main()
