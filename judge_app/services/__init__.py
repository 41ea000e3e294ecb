"""What people do with a project, as functions; roles are checked here."""
