import streamlit as st
st.title("new_run")
