"""Views of palaces and imports."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import ValidationError
from rest_framework.parsers import JSONParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from apps.memories.api import schemas
from apps.memories.domain.conversation_files import Format
from apps.memories.models import Palace, Room, Wing
from apps.memories.selectors import browsing, imports
from apps.memories.selectors.browsing import PlaceCount
from apps.memories.services import importing, places
from kernel.actors import Permission
from kernel.errors import InvalidInput
from kernel.http.pages import PARAMETERS, PageRequest, paginate
from kernel.http.schemas import PageOut, unreadable
from kernel.http.views import TenantView, once_per_key


class PalacesView(TenantView):
    """The palaces within reach."""

    permissions = {"GET": Permission.MEMORY_READ, "POST": Permission.MEMORY_WRITE}

    @extend_schema(operation_id="list_palaces", parameters=PARAMETERS, responses=PageOut[schemas.PalaceOut])
    def get(self, request: Request) -> Response:
        """List palaces, newest first, with how many memories each holds."""
        page = paginate(browsing.list_palaces(self.actor), PageRequest.read(request.query_params))
        counts = browsing.count_by_place(self.actor, [palace.id for palace in page.items])
        items = [_palace_out(palace, counts) for palace in page.items]
        out = PageOut[schemas.PalaceOut](items=items, next_cursor=page.next_cursor, total=page.total)
        return Response(out.model_dump(mode="json"))

    @extend_schema(operation_id="create_palace", request=schemas.PalaceIn, responses={201: schemas.PalaceOut})
    @once_per_key
    def post(self, request: Request) -> Response:
        """Make a palace, or find the one of this name."""
        palace_id = places.create_palace(self.actor, schemas.PalaceIn.parse(request.body).name)
        palace = browsing.get_palace(self.actor, palace_id)
        out = _palace_out(palace, browsing.count_by_place(self.actor, [palace.id]))
        return Response(out.model_dump(mode="json"), status=201)


class PalaceView(TenantView):
    """One palace."""

    permissions = {"GET": Permission.MEMORY_READ}

    @extend_schema(operation_id="get_palace", responses=schemas.PalaceTreeOut)
    def get(self, request: Request, palace_id: UUID) -> Response:
        """A palace with its wings and rooms and their counts."""
        palace = browsing.get_palace(self.actor, palace_id)
        counts = browsing.count_by_place(self.actor, [palace.id])
        wings = Wing.objects.filter(palace_id=palace.id).order_by("name")
        rooms = list(Room.objects.filter(palace_id=palace.id).order_by("name"))
        out = schemas.PalaceTreeOut(
            **_palace_out(palace, counts).model_dump(),
            wings=[_wing_out(wing, rooms, counts) for wing in wings],
            rooms=[_room_out(room, counts) for room in rooms if room.wing_id is None],
        )
        return Response(out.model_dump(mode="json"))


class ImportsView(TenantView):
    """Imports of conversation files."""

    permissions = {"GET": Permission.MEMORY_READ, "POST": Permission.MEMORY_WRITE}
    parser_classes = (MultiPartParser, JSONParser)

    @extend_schema(operation_id="list_imports", parameters=PARAMETERS, responses=PageOut[schemas.ImportOut])
    def get(self, request: Request) -> Response:
        """List imports, newest first."""
        page = paginate(imports.list_imports(self.actor), PageRequest.read(request.query_params))
        items = [schemas.ImportOut.of(row) for row in page.items]
        out = PageOut[schemas.ImportOut](items=items, next_cursor=page.next_cursor, total=page.total)
        return Response(out.model_dump(mode="json"))

    @extend_schema(operation_id="start_import", request=schemas.ImportIn, responses={202: schemas.ImportOut})
    @once_per_key
    def post(self, request: Request) -> Response:
        """Take in a conversation file (JSON Lines or plain text); the worker writes its turns."""
        body = _uploaded(request) or schemas.ImportIn.parse(request.body)
        if body.format not in (None, *Format):
            raise InvalidInput(f"format must be one of {', '.join(Format)}.", field="format")
        row = importing.start(
            self.actor,
            body.text,
            name=body.name,
            form=Format(body.format) if body.format else None,
            palace=body.palace,
            wing=body.wing,
        )
        return Response(schemas.ImportOut.of(row).model_dump(mode="json"), status=202)


class ImportView(TenantView):
    """One import."""

    permissions = {"GET": Permission.MEMORY_READ}

    @extend_schema(operation_id="get_import", responses=schemas.ImportOut)
    def get(self, request: Request, import_id: UUID) -> Response:
        """How far an import has come."""
        row = imports.get_import(self.actor, import_id)
        return Response(schemas.ImportOut.of(row).model_dump(mode="json"))


def _uploaded(request: Request) -> schemas.ImportIn | None:
    if not request.content_type.startswith("multipart/"):
        return None
    # as a whole, since only then its size is limited: a form's files are not
    len(request.body)
    file = request.FILES.get("file")
    if file is None:
        raise InvalidInput("The form has no file under `file`.", field="file")
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"The file is not UTF-8: byte {error.start} cannot be read.", position=error.start
        ) from error
    fields = {key: request.POST[key] for key in ("format", "palace", "wing") if request.POST.get(key)}
    try:
        return schemas.ImportIn(text=text, name=file.name or "", **fields)
    except ValidationError as error:
        raise unreadable(error) from error


def _palace_out(palace: Palace, counts: Sequence[PlaceCount]) -> schemas.PalaceOut:
    memories = sum(count.memories for count in counts if count.palace_id == palace.id)
    return schemas.PalaceOut(id=palace.id, name=palace.name, memories=memories, created_at=palace.created_at)


def _wing_out(wing: Wing, rooms: Sequence[Room], counts: Sequence[PlaceCount]) -> schemas.WingOut:
    return schemas.WingOut(
        id=wing.id,
        name=wing.name,
        memories=sum(count.memories for count in counts if count.wing_id == wing.id),
        rooms=[_room_out(room, counts) for room in rooms if room.wing_id == wing.id],
    )


def _room_out(room: Room, counts: Sequence[PlaceCount]) -> schemas.RoomOut:
    memories = sum(count.memories for count in counts if count.room_id == room.id)
    return schemas.RoomOut(id=room.id, name=room.name, memories=memories)
