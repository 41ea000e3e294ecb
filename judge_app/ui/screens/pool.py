import streamlit as st

st.title("pool")
