import streamlit as st

st.title("my_work")
