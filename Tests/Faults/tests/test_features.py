"""The services of a run, and what their features add to it."""

from __future__ import annotations

from types import SimpleNamespace

from faults.features import Features
from faults.plan import KINDS, NAMES, REPLACEABLE, plan

SENDERS = {"standups", "timer", "focus", "cells"}


def test_services_are_those_of_the_catalog() -> None:
    assert NAMES[0] == "router"
    assert {"persistence", "standups", "timer"} < set(NAMES)


def test_services_with_a_writer_epoch_are_replaceable() -> None:
    assert {"standups", "focus", "webhooks"} <= set(REPLACEABLE) < set(NAMES)
    assert not {"router", "persistence", "timer", "transcription"} & set(REPLACEABLE)


def test_a_seed_gives_one_plan() -> None:
    assert plan(7, 45, tuple(KINDS)) == plan(7, 45, tuple(KINDS))
    assert plan(7, 45, tuple(KINDS)).faults != plan(8, 45, tuple(KINDS)).faults


def test_a_service_that_sends_messages_is_imitated_unless_its_feature_excludes_it() -> None:
    features = Features({"Standups": SimpleNamespace(IS_NEEDED=True), "Cells": SimpleNamespace(IS_IMITATED=False)})
    assert features.imitated(SENDERS, are_needed=False) == ("timer", "focus")
    assert features.imitated(SENDERS, are_needed=True) == ("standups",)


def test_values_are_those_of_the_features_that_have_them() -> None:
    features = Features({"Timer": SimpleNamespace(ANSWERS="timer.list"), "Cells": SimpleNamespace()})
    assert features.values("ANSWERS") == ["timer.list"]


def test_each_feature_asks_its_own_service() -> None:
    assert {"timer.list", "focus.items"} <= set(Features().values("ANSWERS"))
