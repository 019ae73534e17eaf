"""Settings that hold everywhere. What differs by machine comes from the environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from config import env

ROOT = Path(__file__).resolve().parents[3]
ENFILADE_HOME = Path(env.text("ENFILADE_HOME", str(ROOT / "var"))).resolve()
ENFILADE_URL = env.text("ENFILADE_URL", f"http://127.0.0.1:{env.number('ENFILADE_PORT', default=8000)}")

SECRET_KEY = env.text("SECRET_KEY")
DEBUG = False
ALLOWED_HOSTS = env.words("ENFILADE_ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("ENFILADE_TRUSTED_ORIGINS")
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024 * 1024
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = False

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "kernel",
    "config.apps.ConfigConfig",
    "apps.tenants",
    "apps.memories",
    "apps.recall",
    "apps.billing",
    "apps.sandbox",
    "apps.agents",
    "apps.mcp",
]

MIDDLEWARE = [
    "kernel.http.requests.RequestId",
    "kernel.http.requests.SafeAnswers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

# -- database: the runtime role for everything; the owner only where its URL is given (migrations)
OWNER_URL = env.text("DATABASE_OWNER_URL", "")
_runtime_url = env.text("DATABASE_URL", env.runtime_address(OWNER_URL, SECRET_KEY) if OWNER_URL else None)


def _database(url: str, *, pooled: bool) -> dict[str, Any]:  # django's own shape
    address = env.DatabaseAddress.read(url)
    options: dict[str, Any] = {"connect_timeout": 10, **address.options}
    if pooled:
        options["pool"] = {"min_size": 1, "max_size": env.number("ENFILADE_DB_POOL", default=20), "timeout": 15}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": address.name,
        "USER": address.user,
        "PASSWORD": address.password,
        "HOST": address.host,
        "PORT": address.port,
        "OPTIONS": options,
        # one round trip a request, so that a restarted Postgres costs nobody an error
        "CONN_HEALTH_CHECKS": True,
    }


DATABASES = {"default": _database(_runtime_url, pooled=True)}
if OWNER_URL:
    DATABASES["owner"] = _database(OWNER_URL, pooled=False)

# -- broker and cache
REDIS_URL = env.text("REDIS_URL").rstrip("/")
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": f"{REDIS_URL}/2"}}
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
CELERY_BROKER_URL = f"{REDIS_URL}/0"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "max_retries": 1,
    "interval_start": 0,
    "socket_connect_timeout": 1,
    "socket_timeout": 30,
    "visibility_timeout": 3600,
}
CELERY_TASK_DEFAULT_QUEUE = "default"
# a queue for each kind of work, so that a pile of one never stands before another
CELERY_TASK_ROUTES = {
    "memories.embed": {"queue": "embedding"},
    "agents.run": {"queue": "agents"},
}
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "heartbeat": {"task": "config.heartbeat", "schedule": 10.0, "options": {"expires": 10}},
    "agents-sweep": {"task": "agents.sweep", "schedule": 2.0, "options": {"expires": 2}},
    "memories-sweep": {"task": "memories.sweep", "schedule": 30.0, "options": {"expires": 30}},
}

# -- accounts
AUTH_USER_MODEL = "tenants.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
ACCOUNT_ADAPTER = "apps.tenants.accounts.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
HEADLESS_ONLY = True
HEADLESS_CLIENTS = ("browser",)
HEADLESS_FRONTEND_URLS = {
    "account_confirm_email": "/verify-email/{key}",
    "account_reset_password": "/reset-password",
    "account_reset_password_from_key": "/reset-password/{key}",
    "account_signup": "/sign-up",
}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

# -- HTTP
CSRF_FAILURE_VIEW = "kernel.http.errors.csrf_refused"
# event streams, sandboxes and waiting for the index may keep so many of a process's threads (infra/up gives it 16)
SLOW_REQUESTS = env.number("ENFILADE_SLOW_REQUESTS", default=12)
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
STATIC_URL = "/static/"
FRONTEND_DIST = ROOT / "frontend" / "dist"
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.is_dir() else []
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
TEMPLATES: list[dict[str, Any]] = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "apps.tenants.authentication.ApiKeyAuthentication",
        "apps.tenants.authentication.MemberAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "kernel.http.errors.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
    "COMPACT_JSON": True,
    "UNICODE_JSON": True,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Enfilade",
    "DESCRIPTION": "Agents that write Python in a WebAssembly sandbox, and a memory they share.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/v1",
    "SCHEMA_PATH_PREFIX_TRIM": False,
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
    "DISABLE_ERRORS_AND_WARNINGS": False,
    "POSTPROCESSING_HOOKS": ["kernel.http.openapi.document_errors"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"not_unready": {"()": "config.readiness.NotUnready"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"django.request": {"level": "ERROR", "filters": ["not_unready"]}},
}

SANDBOX_DIR = ENFILADE_HOME / "sandbox"
SANDBOX_SLOTS = env.number("ENFILADE_SANDBOX_SLOTS", default=8)

# -- models for agents: any OpenAI-compatible server; without one a fixed rule answers
ENFILADE_MODEL_URL = env.text("ENFILADE_MODEL_URL", "")
ENFILADE_MODEL_NAME = env.text("ENFILADE_MODEL_NAME", "")
ENFILADE_MODEL_KEY = env.text("ENFILADE_MODEL_KEY", "")
ANTHROPIC_API_KEY = env.text("ANTHROPIC_API_KEY", "")
