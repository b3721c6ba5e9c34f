"""What a player sees as an array of fixed length, for learners; NumPy comes with ``shedkit[learning]``.

>>> from shedkit import Quiclo
>>> rules = Quiclo(players=2)
>>> space = ObservationSpace(rules)
>>> array = space.observe(rules.view(rules.deal(seed=1), 0))
>>> array.shape == (space.size,), array.dtype.name
(True, 'float32')
"""

from shedkit.spaces.observing import ObservationSpace, Slice
from shedkit.spaces.tables import Tables

__all__ = ["ObservationSpace", "Slice", "Tables"]
