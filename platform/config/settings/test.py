"""Settings of the test run: as local, with quick passwords and mail kept in memory."""

from config.settings.base import *  # noqa: F403  (settings modules extend one another)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
