"""Small projects and a clock that tests hold in their hands."""
