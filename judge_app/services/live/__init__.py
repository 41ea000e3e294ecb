"""Scores that follow the judgment log, recomputing only the queries that changed."""

from judge_app.services.live.board import LiveBoard
from judge_app.services.live.standings import (
    WEAK,
    AllSystems,
    Neighbours,
    QueryScore,
    Standings,
    SystemScore,
)
from judge_app.services.live.state import BoardState

__all__ = [
    "WEAK",
    "AllSystems",
    "BoardState",
    "LiveBoard",
    "Neighbours",
    "QueryScore",
    "Standings",
    "SystemScore",
]
