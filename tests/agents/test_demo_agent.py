"""The agent that a fresh instance comes with."""

from __future__ import annotations

import pytest

from apps.agents import selectors
from apps.agents.services import definitions
from apps.agents.types import ModelProvider, ToolName
from kernel.actors import Actor
from kernel.tenancy import tenant_scope

pytestmark = pytest.mark.service


def test_the_demo_agent_is_made_once_and_can_recall_and_remember(ada: Actor) -> None:
    with tenant_scope(ada.tenant_id):
        first, second = definitions.ensure_demo_agent(ada), definitions.ensure_demo_agent(ada)

        described = selectors.get_agent(ada, first)

    assert first == second
    assert described.agent.name == "archivist"
    assert described.definition.model.provider == ModelProvider.DEFAULT
    assert described.definition.tools == (ToolName.RECALL, ToolName.REMEMBER)
