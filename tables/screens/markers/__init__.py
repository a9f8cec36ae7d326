"""Markers, credit and cash reporting on screen: at the terminal, at the pit and in the office."""
