"""The few ways round or through the wall, each with its reason. A new one is added here or fails."""

from __future__ import annotations

DOORS_WITHOUT_A_TENANT = {
    "tenants_find_api_key": "a key is looked up before its tenant is known; returns a digest, opens nothing",
    "agents_take_waiting_runs": "the sweeper of all tenants; puts runs off for seconds, returns ids, no content",
    "memories_waiting_work": "the sweeper of all tenants; returns ids of work, no content",
    "tenants_memberships": "a person's tenants are listed before one is chosen",
}
"""Security-definer functions that need no tenant."""

DOORS_WITH_A_CHECK_OF_THEIR_OWN = {
    "memories_find_by_words": "full-text search behind a policy is 500 times slower",
    "memories_find_by_meaning": "vector search behind a policy does not use its index",
}
"""Security-definer functions that name the current tenant themselves."""

TABLES_OF_NO_TENANT = {
    "account_emailaddress": "addresses of people, who may be in several tenants",
    "account_emailconfirmation": "see account_emailaddress",
    "auth_group": "unused; Django's user model refers to it",
    "auth_group_permissions": "see auth_group",
    "auth_permission": "see auth_group",
    "django_content_type": "names of tables",
    "django_migrations": "names of migrations",
    "django_session": "read by its secret key only",
    "tenants_user": "people, who may be in several tenants",
    "tenants_user_groups": "see auth_group",
    "tenants_user_user_permissions": "see auth_group",
}
"""Tables that the runtime role reads without a tenant."""

TENANTS = "tenants_tenant"
"""The one table whose own id is the tenant's."""
