"""The wall has two halves, the query's own predicate and the database's policy. Each holds alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from uuid import UUID

import pytest

from apps.tenants import selectors
from apps.tenants.errors import NoSuchApiKey
from apps.tenants.models import ApiKey
from kernel.actors import Actor
from kernel.db.models import TenantModel
from tests.support.cast import key_for
from tests.support.wall_down import without_policies
from tests.walls.test_fail_closed import tenant_models

pytestmark = pytest.mark.service

Acting = Callable[[Actor], AbstractContextManager[None]]


@pytest.fixture
def her_key_id(ada: Actor, acting: Acting) -> UUID:
    """The id of a key of Ada's."""
    key_for(ada)
    with acting(ada):
        return ApiKey.objects.get().id


def test_with_the_policy_out_of_the_way_the_predicate_still_hides_rows(
    her_key_id: UUID, mallory: Actor, acting: Acting
) -> None:
    with without_policies(), acting(mallory):
        assert ApiKey.across_all_tenants.filter(id=her_key_id).exists(), "the policy still stands"

        assert not ApiKey.objects.filter(id=her_key_id).exists()
        assert her_key_id not in [key.id for key in selectors.list_api_keys(mallory)]
        with pytest.raises(NoSuchApiKey):
            selectors.get_api_key(mallory, her_key_id)


def test_with_the_predicate_gone_the_policy_still_hides_rows(her_key_id: UUID, mallory: Actor, acting: Acting) -> None:
    with acting(mallory):
        assert ApiKey.across_all_tenants.filter(id=her_key_id).first() is None
        assert list(ApiKey.across_all_tenants.all()) == []


@pytest.mark.parametrize("model", tenant_models(), ids=lambda model: model.__name__)
def test_the_manager_of_every_model_names_the_tenant_itself(
    model: type[TenantModel], ada: Actor, acting: Acting
) -> None:
    with without_policies(), acting(ada):
        tenants = set(model.objects.values_list("tenant_id", flat=True))

    assert tenants <= {ada.tenant_id}
