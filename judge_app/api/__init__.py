"""REST routes over the services, for the grading card, the command line and pipelines."""
