"""Settings of the test run: as local, with quick passwords and mail kept in memory."""

import os

# parts of the run that need no service import Django too: they get addresses that nobody answers at
os.environ.setdefault("SECRET_KEY", "for-tests-only")
os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1")
if "DATABASE_OWNER_URL" not in os.environ:
    os.environ.setdefault("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")

from config.settings.base import *  # noqa: E402, F403  (settings modules extend one another)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
