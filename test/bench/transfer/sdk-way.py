"""The way of the SDKs of this trade: `httpx` and sixteen threads. argv: CA file, directory, file of URLs."""

import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

import httpx

ca, out, urls = sys.argv[1:]


def fetch(url: str) -> None:
    path = pathlib.Path(out, url.rsplit("/", 1)[1])
    with httpx.stream("GET", url, verify=ca) as reply, open(path, "wb") as file:
        reply.raise_for_status()
        for chunk in reply.iter_bytes():
            file.write(chunk)


with ThreadPoolExecutor(16) as pool:
    list(pool.map(fetch, pathlib.Path(urls).read_text().split()))
