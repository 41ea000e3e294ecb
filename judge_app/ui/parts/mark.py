"""The product's mark: intervals with a tick, as on every screen."""

from __future__ import annotations

_BARS = (
    '<rect x="2" y="4" width="28" height="6" rx="3" fill="#3a78d8" opacity=".35"/>'
    '<rect x="19" y="2" width="4" height="10" rx="2" fill="#3a78d8"/>'
    '<rect x="2" y="20" width="20" height="6" rx="3" fill="#3a78d8" opacity=".35"/>'
    '<rect x="9" y="18" width="4" height="10" rx="2" fill="#3a78d8"/>'
)

MARK = f'<svg viewBox="0 0 32 30" width="32" height="30">{_BARS}</svg>'

LOGO = (
    '<svg viewBox="0 0 176 30" width="176" height="30">'
    f"{_BARS}"
    '<text x="42" y="23" font-family="Helvetica, Arial, sans-serif"'
    ' font-size="22" font-weight="600" fill="#3a78d8">Judgepool</text></svg>'
)
