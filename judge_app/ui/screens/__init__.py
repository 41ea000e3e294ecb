"""One thin file per screen."""
