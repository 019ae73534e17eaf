"""Settings of a server that a test starts: as the test run, with a queue and cache keys that no one else listens to."""

import os

from config.settings.test import *  # noqa: F403  (settings modules extend one another)
from config.settings.test import CACHES as _CACHES
from config.settings.test import CELERY_BROKER_TRANSPORT_OPTIONS as _OPTIONS

_PREFIX = os.environ["ENFILADE_TEST_PREFIX"]
CACHES = {"default": _CACHES["default"] | {"KEY_PREFIX": _PREFIX}}
# the options are of many types
CELERY_BROKER_TRANSPORT_OPTIONS = {**_OPTIONS, "global_keyprefix": f"{_PREFIX}:"}  # type: ignore[dict-item]
