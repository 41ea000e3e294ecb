"""How what leaves a project is written down; `judge_app.services.exports` is the way in."""
