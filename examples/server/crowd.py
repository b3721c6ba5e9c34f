"""Many who wait for the same thing, and whose turn it is."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import OrderedDict
from typing import Generic, Protocol, TypeVar


class Caller(Protocol):
    """Somebody who comes from an address."""

    address: str


C = TypeVar("C", bound=Caller)


def neighbourhood(address: str) -> str:
    """An address as far as it tells who is there: of IPv6 everybody has 2 to the power of 64."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0].strip())
    except ValueError:
        return address
    if ip.version == 4:
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, 64), strict=False))


class Crowd(Generic[C]):
    """Connections that wait for the same thing. Their addresses take turns."""

    def __init__(self, most: int) -> None:
        self.somebody = asyncio.Event()
        self._most = most
        self._size = 0
        self._by: OrderedDict[str, OrderedDict[C, None]] = OrderedDict()

    def __len__(self) -> int:
        return self._size

    def add(self, member: C) -> None:
        """Let somebody wait."""
        there = self._by.setdefault(member.address, OrderedDict())
        self._size += member not in there
        there[member] = None
        self.somebody.set()

    def remove(self, member: C) -> None:
        """Forget somebody, if it is there."""
        there = self._by.get(member.address)
        if there is not None and member in there:
            del there[member]
            self._size -= 1
            if not there:
                del self._by[member.address]
        if not self._size:
            self.somebody.clear()

    def next(self) -> C:
        """Take out the first of the address that is on."""
        address, there = next(iter(self._by.items()))
        member = next(iter(there))
        self._by.move_to_end(address)
        self.remove(member)
        return member

    def too_many(self, *, newest: bool) -> C | None:
        """If there are too many: take out the newest or the oldest of the address that has the most."""
        if self._size <= self._most:
            return None
        there = max(self._by.values(), key=len)
        member = next(reversed(there) if newest else iter(there))
        self.remove(member)
        return member
