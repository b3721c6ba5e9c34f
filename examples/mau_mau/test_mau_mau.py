import pytest

from mau_mau import MauMau
from shedkit.testing import check_laws, variants


@pytest.mark.parametrize("rules", list(variants(MauMau)), ids=repr)
def test_laws(rules: MauMau) -> None:
    assert check_laws(rules, games=1, max_moves=60)
