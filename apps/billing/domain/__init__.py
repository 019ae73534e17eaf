"""Arithmetic of prices, plans and periods, without Django."""
