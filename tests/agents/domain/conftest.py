"""How properties are tried here."""

from hypothesis import settings

# a busy machine is no bug in what is tested
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
