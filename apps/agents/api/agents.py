"""Views of agents."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.agents import selectors
from apps.agents.api import schemas
from apps.agents.services import definitions
from kernel.actors import Permission
from kernel.http.pages import PARAMETERS, PageRequest, paginate
from kernel.http.schemas import PageOut
from kernel.http.views import TenantView, once_per_key


class AgentsView(TenantView):
    """The tenant's agents."""

    permissions = {"GET": Permission.AGENT_READ, "POST": Permission.AGENT_WRITE}

    @extend_schema(
        operation_id="list_agents",
        parameters=PARAMETERS,
        responses=PageOut[schemas.AgentOut],
    )
    def get(self, request: Request) -> Response:
        """List agents, newest first."""
        page = paginate(selectors.list_agents(self.actor), PageRequest.read(request.query_params))
        items = [schemas.AgentOut.of(described) for described in selectors.describe_agents(page.items)]
        out = PageOut[schemas.AgentOut](items=items, next_cursor=page.next_cursor, total=page.total)
        return Response(out.model_dump(mode="json"))

    @extend_schema(operation_id="create_agent", request=schemas.AgentIn, responses={201: schemas.AgentOut})
    @once_per_key
    def post(self, request: Request) -> Response:
        """Make an agent."""
        body = schemas.AgentIn.parse(request.body)
        described = definitions.create_agent(self.actor, body.name, body.definition())
        return Response(schemas.AgentOut.of(described).model_dump(mode="json"), status=201)


class AgentView(TenantView):
    """One agent."""

    permissions = {"GET": Permission.AGENT_READ}

    @extend_schema(operation_id="get_agent", responses=schemas.AgentOut)
    def get(self, request: Request, agent_id: UUID) -> Response:
        """An agent at its newest version."""
        described = selectors.get_agent(self.actor, agent_id)
        return Response(schemas.AgentOut.of(described).model_dump(mode="json"))


class AgentVersionsView(TenantView):
    """An agent's versions."""

    permissions = {"GET": Permission.AGENT_READ, "POST": Permission.AGENT_WRITE}

    @extend_schema(operation_id="list_agent_versions", responses=schemas.AgentVersionsOut)
    def get(self, request: Request, agent_id: UUID) -> Response:
        """All versions of an agent, newest first."""
        versions = selectors.list_versions(self.actor, agent_id)
        out = schemas.AgentVersionsOut(items=[schemas.AgentOut.of(described) for described in versions])
        return Response(out.model_dump(mode="json"))

    @extend_schema(operation_id="publish_agent_version", request=schemas.VersionIn, responses={201: schemas.AgentOut})
    @once_per_key
    def post(self, request: Request, agent_id: UUID) -> Response:
        """Give an agent a new version; what the body leaves out gets its default."""
        body = schemas.VersionIn.parse(request.body)
        described = definitions.publish_version(self.actor, agent_id, body)
        return Response(schemas.AgentOut.of(described).model_dump(mode="json"), status=201)
