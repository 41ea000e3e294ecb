"""The project file: every SQL statement lives here, beside one typed wrapper."""

from judge_app.store.checks import GoldPair, HandedCheck
from judge_app.store.claims import Desk, Offer
from judge_app.store.guideline_marks import GuidelineMark
from judge_app.store.log_entry import Appended
from judge_app.store.own_work import OwnWord
from judge_app.store.pool import NewBatch
from judge_app.store.pool_log import Arrival
from judge_app.store.project_store import Store, create_store, open_store
from judge_app.store.runs import NewRun
from judge_app.store.settings import Settings
from judge_app.store.team_log import SaidWord

__all__ = [
    "Appended",
    "Arrival",
    "Desk",
    "GoldPair",
    "GuidelineMark",
    "HandedCheck",
    "NewBatch",
    "NewRun",
    "Offer",
    "OwnWord",
    "SaidWord",
    "Settings",
    "Store",
    "create_store",
    "open_store",
]
