"""Without a tenant there is nothing: no rows, no writes, no tasks. In another's name there is nothing of hers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import DataError, ProgrammingError, connection, transaction

from apps.tenants.models import ApiKey, AuditEntry, Tenant
from kernel.actors import Actor
from kernel.db.models import TenantModel
from kernel.queue import TenantTask
from kernel.tenancy import TenantMissing, current_tenant, tenant_scope
from tests.support.cast import key_for
from tests.support.race import race
from tests.walls.test_catalogue import walled_tables

pytestmark = pytest.mark.service

Acting = Callable[[Actor], AbstractContextManager[None]]
REFUSED = "row-level security policy"


def count_rows(table: str, *, but_of: UUID | None = None) -> int:
    """Rows that the runtime role sees now; `but_of` leaves one tenant's out."""
    column = "id" if table == "tenants_tenant" else "tenant_id"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table} WHERE {column} IS DISTINCT FROM %s", [but_of])
        return int(cursor.fetchone()[0])


def tenant_models() -> list[type[TenantModel]]:
    """Every model that a tenant owns."""
    return [model for model in apps.get_models() if issubclass(model, TenantModel)]


def test_without_a_tenant_no_table_shows_a_row(ada: Actor) -> None:
    key_for(ada)

    seen = {table.name: count_rows(table.name) for table in walled_tables() if table.within_reach}

    assert seen
    assert not any(seen.values()), seen


def test_in_one_tenants_name_no_table_shows_a_row_of_another(ada: Actor, mallory: Actor, acting: Acting) -> None:
    key_for(ada)

    with acting(mallory):
        seen = {t.name: count_rows(t.name, but_of=mallory.tenant_id) for t in walled_tables() if t.within_reach}

    assert not any(seen.values()), seen


@pytest.mark.parametrize("setting", ["", str(uuid4())])
def test_a_setting_that_names_no_tenant_shows_nothing(ada: Actor, setting: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.tenant_id', %s, true)", [setting])

        assert count_rows("tenants_tenant") == 0


def test_a_setting_that_is_no_id_is_an_error(ada: Actor) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.tenant_id', 'everyone', true)")

        with pytest.raises(DataError), transaction.atomic():
            count_rows("tenants_tenant")


def test_the_tenant_does_not_outlive_its_transaction(ada: Actor, acting: Acting) -> None:
    with acting(ada):
        assert Tenant.objects.count() == 1

    assert Tenant.objects.count() == 0


def test_a_nested_scope_gives_the_former_tenant_back(ada: Actor, mallory: Actor, acting: Acting) -> None:
    with acting(ada):
        with acting(mallory):
            inner = Tenant.objects.get().name
        outer = Tenant.objects.get().name

    assert (inner, outer) == ("Birch", "Acorn")


def test_an_error_in_a_nested_scope_gives_the_former_tenant_back(ada: Actor, mallory: Actor, acting: Acting) -> None:
    with acting(ada):
        with pytest.raises(ZeroDivisionError), acting(mallory):
            _ = 1 / 0

        assert Tenant.objects.get().id == ada.tenant_id
        assert current_tenant() == ada.tenant_id


def test_an_insert_without_a_tenant_is_refused(ada: Actor) -> None:
    with pytest.raises(ProgrammingError, match=REFUSED):
        AuditEntry.across_all_tenants.create(
            tenant_id=ada.tenant_id, actor_kind="member", actor_id=ada.id, action="forged"
        )


def test_an_insert_into_another_tenant_is_refused(ada: Actor, mallory: Actor, acting: Acting) -> None:
    with pytest.raises(ProgrammingError, match=REFUSED), acting(mallory):
        AuditEntry.across_all_tenants.create(
            tenant_id=ada.tenant_id, actor_kind="member", actor_id=ada.id, action="forged"
        )


def test_a_row_cannot_be_moved_to_another_tenant(ada: Actor, mallory: Actor, acting: Acting) -> None:
    key_for(mallory)

    with pytest.raises(ProgrammingError, match=REFUSED), acting(mallory):
        ApiKey.objects.update(tenant_id=ada.tenant_id)

    with acting(mallory):
        assert ApiKey.objects.count() == 1


def test_another_tenants_rows_are_neither_changed_nor_deleted(ada: Actor, mallory: Actor, acting: Acting) -> None:
    key_for(ada)

    with acting(mallory):
        changed = ApiKey.across_all_tenants.filter(tenant_id=ada.tenant_id).update(name="stolen")
        deleted, _ = ApiKey.across_all_tenants.filter(tenant_id=ada.tenant_id).delete()

    assert (changed, deleted) == (0, 0)
    with acting(ada):
        assert ApiKey.objects.get().name == "test"


@pytest.mark.parametrize("model", tenant_models(), ids=lambda model: model.__name__)
def test_the_manager_raises_without_a_tenant(model: type[TenantModel]) -> None:
    with pytest.raises(TenantMissing):
        model.objects.count()


class LookAround(TenantTask):
    """A task that notes which tenants it sees."""

    name = "test.look_around"

    def __init__(self) -> None:
        self.seen: list[UUID] = []

    def run(self, tenant_id: str) -> None:
        """Note them."""
        self.seen += Tenant.objects.values_list("id", flat=True)


def test_a_task_without_a_tenant_raises_and_does_nothing() -> None:
    task = LookAround()

    with pytest.raises(TenantMissing):
        task()

    assert task.seen == []


def test_a_task_runs_in_the_name_of_the_tenant_it_was_sent_with(ada: Actor, mallory: Actor) -> None:
    task = LookAround()

    task(tenant_id=str(ada.tenant_id))

    assert task.seen == [ada.tenant_id]


def test_two_tenants_at_the_same_time_do_not_see_each_other(ada: Actor, mallory: Actor) -> None:
    def look(actor: Actor) -> set[UUID]:
        seen: set[UUID] = set()
        for _ in range(20):
            with tenant_scope(actor.tenant_id):
                seen |= set(Tenant.objects.values_list("id", flat=True))
        return seen

    assert race([lambda: look(ada), lambda: look(mallory)]) == [{ada.tenant_id}, {mallory.tenant_id}]
