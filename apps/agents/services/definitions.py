"""Making agents and their versions."""

from __future__ import annotations

from uuid import UUID

from django.db.models import F

from apps.agents import selectors
from apps.agents.errors import NameTaken
from apps.agents.models import Agent, AgentVersion
from apps.agents.selectors import DescribedAgent
from apps.agents.types import Definition, ToolName
from apps.tenants import services as tenants
from kernel.actors import Actor, Permission
from kernel.ids import new_id

DEMO_NAME = "archivist"
DEMO_INSTRUCTIONS = (
    "You answer questions about what people said, from memory alone, and name the dates your answer rests on. "
    "Count and compare in Python rather than in your head, and say so when memory holds no answer."
)


def create_agent(actor: Actor, name: str, definition: Definition) -> DescribedAgent:
    """Make an agent with its first version; raises NameTaken."""
    actor.require(Permission.AGENT_WRITE)
    agent = Agent(id=new_id(), tenant_id=actor.tenant_id, name=name)
    # no check before: two requests may come with one name at once
    Agent.objects.bulk_create([agent], ignore_conflicts=True)
    stored = Agent.objects.filter(id=agent.id).first()
    if stored is None:
        raise NameTaken("Another agent has this name.", name=name)
    tenants.record(actor, "agent.create", agent.id, name=name)
    return DescribedAgent(agent=stored, version=_add_version(actor, agent.id, 1, definition))


def publish_version(actor: Actor, agent_id: UUID, definition: Definition) -> DescribedAgent:
    """Give an agent a new version; runs that are under way keep theirs."""
    actor.require(Permission.AGENT_WRITE)
    agent = selectors.get_agent(actor, agent_id).agent
    Agent.objects.filter(id=agent.id).update(version=F("version") + 1)
    agent.refresh_from_db(fields=["version"])
    version = _add_version(actor, agent.id, agent.version, definition)
    tenants.record(actor, "agent.publish_version", agent.id, version=version.number)
    return DescribedAgent(agent=agent, version=version)


def ensure_demo_agent(actor: Actor) -> UUID:
    """Make the agent "archivist" unless the tenant has it; returns its id."""
    found = selectors.list_agents(actor).filter(name=DEMO_NAME).first()
    if found is not None:
        return found.id
    definition = Definition(instructions=DEMO_INSTRUCTIONS, tools=(ToolName.RECALL, ToolName.REMEMBER))
    return create_agent(actor, DEMO_NAME, definition).agent.id


def _add_version(actor: Actor, agent_id: UUID, number: int, definition: Definition) -> AgentVersion:
    return AgentVersion.objects.create(
        tenant_id=actor.tenant_id,
        agent_id=agent_id,
        number=number,
        definition=definition.model_dump(mode="json"),
        created_by=actor.id,
    )
