import streamlit as st

st.title("project")
