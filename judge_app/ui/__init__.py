"""The browser side: Streamlit screens, and the grading card with its own html, css and js."""
