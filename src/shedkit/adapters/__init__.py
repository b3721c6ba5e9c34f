"""Games as environments of other libraries: `shedkit.adapters.pettingzoo`, with ``shedkit[pettingzoo]``."""
