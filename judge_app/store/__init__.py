"""The project file: every SQL statement lives here, beside one typed wrapper."""

from judge_app.store.claims import Desk, Work
from judge_app.store.judgments import Appended
from judge_app.store.pool import NewBatch
from judge_app.store.project_store import Store, create_store, open_store
from judge_app.store.runs import NewRun
from judge_app.store.settings import Settings

__all__ = [
    "Appended",
    "Desk",
    "NewBatch",
    "NewRun",
    "Settings",
    "Store",
    "Work",
    "create_store",
    "open_store",
]
