"""The tables of `docs/performance.md` and its plot, made from what was measured.

    python -m tests.benchmarks.page

writes both anew; a test holds the page and the plot to the data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from typing import Any

from tests.benchmarks import growth, history, peers
from tests.benchmarks.contenders import ROOT
from tests.benchmarks.history import Entry
from tests.benchmarks.worker import FIGURES

PAGE = ROOT / "docs/performance.md"
PLOT = ROOT / "docs/images/performance/history.svg"
NAMES = {
    "shithead": "Shithead",
    "lucky-shutdown": "Lucky Shutdown",
    "shanghai-rummy": "Shanghai Rummy",
    "quiclo": "QUICLO",
    "mau-mau": "Mau-Mau",
    "president": "President",
    "jump-in": "Jump-in",
}
PLOTTED = ("move", "move checked", "view")
NONE = "–"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; all columns but the first are numbers."""
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def microseconds(ns: float) -> str:
    """A time, with three digits that count."""
    value = ns / 1_000
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def both(cell: Sequence[float] | None) -> str:
    """A time and how many bytecodes."""
    return NONE if cell is None else f"{microseconds(cell[0])} ({cell[1]:,.0f})"


def measured_at(data: Mapping[str, Any]) -> str:
    """When, on what machine, by which interpreter, of which commit."""
    machine, python = data["machine"], data["python"]
    return (
        f"Measured on {data['date'][:10]}: {machine['processor']}, {machine['cores']} cores, {machine['system']}; "
        f"{python['name']} {python['version']} ({python['compiler']}); commit {data['commit'][:7]}."
    )


# --- the tables


def costs(entry: Entry) -> str:
    """What each call costs."""
    games = entry["games"]
    rows = []
    for figure in FIGURES:
        found = [games[game]["costs"].get(figure) for game in games]
        cells = [None if cost is None else (cost["ns"], cost["bytecodes"]) for cost in found]
        if any(cells):  # a version may have been measured before there was the figure
            rows.append([named(figure), *map(both, cells)])
    return f"{table(['', *(NAMES[game] for game in games)], rows)}\n\n{measured_at(entry)}"


def gained(entries: Sequence[Entry]) -> str:
    """How many times as fast each call is as it was, in the last run in which several versions took turns."""
    runs: dict[str, list[Entry]] = {}
    for entry in entries:
        runs.setdefault(entry["date"], []).append(entry)
    old, *_, new = [run for run in runs.values() if len(run) > 1][-1]
    games = [game for game in new["games"] if old["games"].get(game, {"costs": {}})["costs"]]
    rows = []
    for figure in FIGURES:
        both_of = [[entry["games"][game]["costs"].get(figure) for entry in (old, new)] for game in games]
        cells = [
            f"{then['ns'] / now['ns']:.2f} ({now['bytecodes'] - then['bytecodes']:+,.0f})" if then and now else NONE
            for then, now in both_of
        ]
        if set(cells) != {NONE}:
            rows.append([named(figure), *cells])
    head = f"of {old['commit'][:7]}"
    return f"{table([head, *(NAMES[game] for game in games)], rows)}\n\n{measured_at(new)}"


def named(figure: str) -> str:
    """A figure as the page writes it: names of calls as code."""
    return figure if " " in figure or figure == "move" else f"`{figure}`"


def memory(entry: Entry) -> str:
    """What is kept."""
    games = entry["games"]
    whats = ("state", "match", "record")
    rows = [[f"a {what}", *(f"{games[game]['memory'][what]:,.0f}" for game in games)] for what in whats]
    return table(["bytes a move", *(NAMES[game] for game in games)], rows)


def functions(entry: Entry) -> str:
    """Which functions run most bytecodes in a move."""
    lines = []
    for game, part in entry["games"].items():
        most = [f"`{name}` {number:,.0f}" for name, number in list(part["functions"].items())[:6]]
        lines.append(f"- **{NAMES[game]}**, {part['costs']['move']['bytecodes']:,.0f} a move: {', '.join(most)}.")
    return "\n".join(re.sub(r"<(\w+) of [\w.]+>\.\w+", r"\1, generated", line) for line in lines)


def beside_peers(data: Mapping[str, Any]) -> str:
    """The ratios to other libraries."""
    head = ["moves while the peer makes one", "OpenSpiel crazy_eights", "RLCard UNO", "OpenSpiel gin_rummy"]
    rows = []
    for name, ratios in data["ratios"].items():
        game, _, how = name.partition(" ")
        said = {peer: f"{mid:.2f} ({low:.2f} to {high:.2f})" for peer, (mid, low, high) in ratios.items()}
        if name.endswith(peers.SEEING):  # RLCard's environment stands where its game does
            said = {"uno": said[peers.SEEING_PEER]}
        rows.append([f"{NAMES[game]}{f', {how}' * bool(how)}", *[said.get(peer, "–") for peer in peers.PEERS]])
    rows.append(["µs a move of the peer", *(microseconds(data["ns"][peer]) for peer in peers.PEERS)])
    if peers.SEEING_PEER in data["ns"]:
        rows.append(["the same, observed", "–", microseconds(data["ns"][peers.SEEING_PEER]), "–"])
    versions = ", ".join(f"{name} {text}" for name, text in data["versions"].items() if name != "shedkit")
    return f"{table(head, rows)}\n\n{measured_at({**data, 'commit': data['versions']['shedkit']})[:-1]}; {versions}."


def grown(data: Mapping[str, Mapping[str, Mapping[str, Sequence[float]]]], what: str) -> str:
    """How costs grow with something."""
    figures = list(dict.fromkeys(figure for sizes in data.values() for part in sizes.values() for figure in part))
    rows = []
    for game, sizes in data.items():
        rows += [[f"{NAMES[game]}, {size} {what}", *(both(part.get(figure)) for figure in figures)]
                 for size, part in sizes.items()]  # fmt: skip
    return table(["", *(figure if figure == "move" else f"`{figure}`" for figure in figures)], rows)


def length(data: Mapping[str, Sequence[Sequence[float]]]) -> str:
    """How costs grow with the length of a game."""
    rows = []
    for name, windows in data.items():
        game, _, match = name.partition(" ")
        rows += [[f"{NAMES[game]}{' ' + match if match else ''}, after {made:,.0f} moves", microseconds(ns), f"{codes:,.0f}"]
                 for made, ns, codes in windows]  # fmt: skip
    return table(["", "µs a move", "bytecodes"], rows)


def versions(entries: Sequence[Entry]) -> str:
    """The history in figures: a move of each game."""
    games = list(dict.fromkeys(game for entry in entries for game in entry["games"]))
    rows = []
    for entry in entries:
        cells = [entry["games"][game]["costs"].get("move") if game in entry["games"] else None for game in games]
        rows.append(
            [f"{entry['committed'][:10]} {entry['commit'][:7]}", entry["machine"]["processor"]]
            + [both(None if cost is None else (cost["ns"], cost["bytecodes"])) for cost in cells]
        )
    return table(["commit", "measured on", *(NAMES[game] for game in games)], rows)


def tables() -> dict[str, str]:
    """All tables of the page, by their names."""
    entries = history.read()
    grew = json.loads(growth.FILE.read_text(encoding="utf-8"))
    return {
        "history": versions(entries),
        "gained": gained(entries),
        "costs": costs(entries[-1]),
        "memory": memory(entries[-1]),
        "functions": functions(entries[-1]),
        "peers": beside_peers(json.loads(peers.FILE.read_text(encoding="utf-8"))),
        "players": grown(grew["players"], "players"),
        "hand": grown(grew["hand"], "cards"),
        "length": f"{length(grew['length'])}\n\n{measured_at(grew)}",
    }


def written(text: str, made: Mapping[str, str]) -> str:
    """A page with these tables between its marks, and between all of them."""
    for name, lines in made.items():
        begins, ends = f"<!-- {name}: written by python -m tests.benchmarks.page -->\n\n", f"\n\n<!-- end of {name} -->"
        before, mark, rest = text.partition(begins)
        _, end, after = rest.partition(ends)
        if not mark or not end:
            raise ValueError(f"the page has no place for the table {name!r}")
        text = f"{before}{begins}{lines}{ends}{after}"
    return text


# --- the plot

Line = list[tuple[str, float]]


def lines_of(entries: Sequence[Entry]) -> dict[str, dict[str, dict[str, list[Line]]]]:
    """By machine with its interpreter, panel and game: a line for each run, of commits and values."""
    found: dict[str, dict[str, dict[str, list[Line]]]] = {}
    runs: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        machine, python = entry["machine"], entry["python"]
        where = f"{machine['processor']}, {machine['cores']} cores, {machine['system']}; {python['name']} {python['version']}"
        runs.setdefault((where, entry["date"]), []).append(entry)
    for (where, _), run in runs.items():
        for figure in PLOTTED:
            for unit in ("ns", "bytecodes"):
                panel = found.setdefault(where, {}).setdefault(f"{figure}, {unit}", {})
                for game in dict.fromkeys(game for entry in run for game in entry["games"]):
                    panel.setdefault(game, []).append(list(line_of(run, game, figure, unit)))
    return found


def line_of(run: Sequence[Entry], game: str, figure: str, unit: str) -> Iterator[tuple[str, float]]:
    """A figure of a game, commit by commit."""
    for entry in sorted(run, key=lambda entry: entry["committed"]):
        cost: Any = entry["games"].get(game, {"costs": {}})["costs"].get(figure)
        if cost is not None:
            yield entry["commit"][:7], cost[unit]


def drawn(entries: Sequence[Entry]) -> str:
    """The plot as SVG: a row of times and one of bytecodes for each machine and interpreter."""
    from matplotlib.ticker import FuncFormatter

    from shedkit.study.canvas import COLOURS, MARKERS, figure_of, head, styled

    data, made = lines_of(entries), BytesIO()
    order = list(dict.fromkeys(entry["commit"][:7] for entry in sorted(entries, key=lambda entry: entry["committed"])))
    with styled():
        figure = figure_of(0.9 + 5.2 * len(data))
        parts = figure.subfigures(len(data), 1, squeeze=False)
        for part, (where, panels) in zip(parts[:, 0], data.items(), strict=True):
            part.suptitle(where, fontsize=8.5)
            axes = part.subplots(2, len(PLOTTED), sharex=True)
            for (panel, games), ax in zip(panels.items(), axes.T.flat, strict=True):
                for at, (game, runs) in enumerate((game, runs) for game, runs in games.items()):
                    for line in runs:
                        xs, ys = [order.index(commit) for commit, _ in line], [value for _, value in line]
                        ax.plot(xs, ys, color=COLOURS[at], marker=MARKERS[at], markersize=4, label=NAMES[game])
                ax.set_title(panel, loc="left")
                ax.set_ylim(bottom=0)
                ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
                ax.set_xticks(range(len(order)), order, rotation=45, ha="right")
                ax.grid(axis="y", alpha=0.3)
            handles = {label: handle for handle, label in zip(*axes[0, 0].get_legend_handles_labels(), strict=True)}
            part.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=4, frameon=False)
        head(figure, "What a move and a view cost, version by version",
             "Processor time and bytecodes; lines join versions that were measured in the same run.")  # fmt: skip
        figure.savefig(made, format="svg", metadata={"Date": None})
    text = made.getvalue().decode()
    text = re.sub(r"<!DOCTYPE.*?>\s*| xmlns:xlink=\"[^\"]*\"|<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    return text.replace("xlink:href", "href").rstrip() + f"\n{stamp(entries)}\n"


def stamp(entries: Sequence[Entry]) -> str:
    """What the plot says of the data it was drawn from."""
    digest = sha256(json.dumps(lines_of(entries)).encode()).hexdigest()
    return f"<!-- drawn from {digest} -->"


def main() -> None:
    """Write the page and the plot."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), tables()), encoding="utf-8")
    PLOT.parent.mkdir(parents=True, exist_ok=True)
    PLOT.write_text(drawn(history.read()), encoding="utf-8")


if __name__ == "__main__":
    main()
