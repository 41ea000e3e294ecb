import streamlit as st

st.title("grade")
