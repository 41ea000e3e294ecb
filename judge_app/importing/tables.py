"""Tables: TSV as it stands, CSV with quotes; columns by header, or by place where TSV has none."""

from __future__ import annotations

import csv
import itertools
from typing import TYPE_CHECKING

from judge_app.importing.columns import Role, guess_kind, roles_of
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.records import content_of
from judge_app.importing.rows import Row
from judge_app.importing.values import looks_numeric
...
