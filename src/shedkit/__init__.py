"""shedkit: shedding games as a library.

>>> from shedkit import Shithead
>>> Shithead(players=4).deal(seed=7).turn
0
"""

from shedkit.bots.lucky_shutdown import SimpleLucky
from shedkit.bots.quiclo import SimpleQuiclo
from shedkit.bots.shanghai_rummy import SimpleShanghai
from shedkit.bots.shithead import SimpleShithead
from shedkit.core.cards import BACK, UNKNOWN, Card, FrenchCard, codes, read_cards
from shedkit.core.catalogue import add_game, bring, game, game_names, remove_game
from shedkit.core.errors import (
    CardsRevealed,
    ConfigurationError,
    HiddenError,
    IllegalMove,
    NotationError,
    PlayerError,
    PositionError,
    RecordError,
    ReentranceError,
    ShedkitError,
    StaleMove,
    UnknownGame,
    ViewError,
)
from shedkit.core.events import Event, Place
from shedkit.core.faces import Face
from shedkit.core.knowledge import Knowledge
from shedkit.core.moves import Move
from shedkit.core.outcomes import Outcome, Result
from shedkit.core.picks import Pick
from shedkit.core.picture import Picture, bring_studio
from shedkit.core.refusals import Reason, Refusal
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.strict_json import read_json
from shedkit.core.version import __version__
from shedkit.core.views import View
from shedkit.games.lucky_shutdown import LuckyShutdown
from shedkit.games.quiclo import Quiclo
from shedkit.games.shanghai_rummy import ShanghaiRummy
from shedkit.games.shithead import Shithead
from shedkit.pictures import Drawing
from shedkit.players import RandomPlayer, simple_player
from shedkit.table.history import MadeMove, News, Revealed
from shedkit.table.journal import Journal
from shedkit.table.match import Match
from shedkit.table.records import Record, read_records, write_records
from shedkit.table.runner import Observer, Played, Player, Step, drive, simulate

__all__ = [
    "BACK",
    "UNKNOWN",
    "Card",
    "CardsRevealed",
    "ConfigurationError",
    "Event",
    "Face",
    "FrenchCard",
    "HiddenError",
    "IllegalMove",
    "Journal",
    "Knowledge",
    "LuckyShutdown",
    "MadeMove",
    "Match",
    "Move",
    "News",
    "NotationError",
    "Observer",
    "Outcome",
    "Pick",
    "Picture",
    "Place",
    "Played",
    "Player",
    "PlayerError",
    "PositionError",
    "Quiclo",
    "RandomPlayer",
    "Reason",
    "Record",
    "RecordError",
    "ReentranceError",
    "Refusal",
    "Result",
    "Revealed",
    "Rules",
    "ShanghaiRummy",
    "ShedkitError",
    "Shithead",
    "StaleMove",
    "State",
    "Step",
    "UnknownGame",
    "View",
    "ViewError",
    "__version__",
    "add_game",
    "codes",
    "drive",
    "game",
    "game_names",
    "read_cards",
    "read_json",
    "read_records",
    "remove_game",
    "simple_player",
    "simulate",
    "write_records",
]

# imported above like anything else, so that whatever packs a program packs them too
for _kind, _opponent in (
    (LuckyShutdown, SimpleLucky),
    (Quiclo, SimpleQuiclo),
    (ShanghaiRummy, SimpleShanghai),
    (Shithead, SimpleShithead),
):
    bring("shedkit.games", _kind.name, _kind)
    bring("shedkit.bots", _kind.name, _opponent)

bring_studio(Drawing())
