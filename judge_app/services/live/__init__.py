"""Scores that follow the judgment log, recomputing only the queries that changed."""

from judge_app.services.live.board import LiveBoard
from judge_app.services.live.open_pairs import OpenPairs
from judge_app.services.live.readings import standings
from judge_app.services.live.standings import (
    WEAK,
    AllSystems,
    Neighbours,
    QueryScore,
    Standings,
    SystemScore,
)
from judge_app.services.live.state import BoardState, load_state

__all__ = [
    "WEAK",
    "AllSystems",
    "BoardState",
    "LiveBoard",
    "Neighbours",
    "OpenPairs",
    "QueryScore",
    "Standings",
    "SystemScore",
    "load_state",
    "standings",
]
