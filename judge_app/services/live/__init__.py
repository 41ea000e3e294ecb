"""Scores that follow the judgment log, recomputing only the queries that changed."""

from judge_app.services.live.board import LiveBoard
from judge_app.services.live.standings import AllSystems, Standings, SystemScore
from judge_app.services.live.state import BoardState

__all__ = ["AllSystems", "BoardState", "LiveBoard", "Standings", "SystemScore"]
