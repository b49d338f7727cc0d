"""Damaged replies order nothing that their sender did not write. `./run soak --mail` tries and times thousands."""

import random

import pytest

from bench.mutated_mail import DAMAGES, Damage, damaged, judged, originals
from worker.mail.inbound.quote_stripping import OwnText

SEEDS = 300


@pytest.mark.parametrize("raw", originals(), ids=range(len(originals())))
def test_an_undamaged_reply_orders_what_was_written(raw: bytes) -> None:
    assert judged(raw).ordered


def test_a_damaged_reply_orders_nothing_that_nobody_wrote() -> None:
    verdicts = [judged(damaged(random.Random(seed))) for seed in range(SEEDS)]
    assert not [one.finding for one in verdicts if "nobody wrote" in one.finding]
    assert SEEDS / 4 < sum(one.ordered for one in verdicts) < SEEDS


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_each_damage_is_borne(damage: Damage) -> None:
    for seed, raw in enumerate(originals()):
        assert "nobody wrote" not in judged(damage(raw, random.Random(seed))).finding


def test_the_judge_notices_a_reader_that_takes_quotations_for_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worker.mail.inbound.quote_stripping.quote_depth", lambda line: 0)
    monkeypatch.setattr("worker.mail.inbound.quote_stripping.REPLY_SEPARATOR", "nothing")
    monkeypatch.setattr(
        "worker.mail.inbound.mail_parser.extract_own_text",
        lambda lines: OwnText([line.lstrip("> ") for line in lines], frozenset()),
    )
    whole = b"From: anna@example.org\n\n> choose black_sea\n"
    assert "nobody wrote" in judged(whole).finding
