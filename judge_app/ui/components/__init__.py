"""Browser components with html, css and js in files of their own."""
