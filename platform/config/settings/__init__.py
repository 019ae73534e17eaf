"""Settings by place: local, test, production."""
