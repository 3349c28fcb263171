"""Calls by the client that openapi-python-client makes of the OpenAPI document."""

import json
import os
from datetime import datetime, timedelta, timezone
from http import HTTPStatus
from uuid import UUID

from iam_control_plane_client import AuthenticatedClient
from iam_control_plane_client.api.audit_export_resource import audit_export_resource_export as export
from iam_control_plane_client.api.grant_resource import grant_resource_create as create_grant
from iam_control_plane_client.api.grant_resource import grant_resource_get as get_grant
from iam_control_plane_client.api.user_resource import user_resource_list as list_users
from iam_control_plane_client.models.create_grant_request import CreateGrantRequest
from iam_control_plane_client.models.privilege_type import PrivilegeType
from iam_control_plane_client.models.problem import Problem

UNKNOWN = UUID("0192f3c4-0000-7000-8000-000000000000")

client = AuthenticatedClient(
    base_url=os.environ["API"], token=os.environ["TOKEN"], raise_on_unexpected_status=True
)


def users():
    """All pages of the list."""
    cursor = None
    while True:
        more = {} if cursor is None else {"cursor": cursor}
        page = list_users.sync(client=client, limit=2, **more)
        yield from page.data
        cursor = page.next_cursor
        if cursor is None:
            return


names = [user.name for user in users()]
assert names == ["User 0", "User 1", "User 2", "User 3", "User 4"], names
assert list_users.sync(client=client, filterstatus="suspended").data == []

until = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=1)
request = CreateGrantRequest(
    subject="user:u0",
    privilege_type=PrivilegeType.ROLE,
    privilege_key="warehouse:clerk",
    valid_until=until,
)
created = create_grant.sync_detailed(client=client, body=request, idempotency_key="python-1")
assert created.status_code == HTTPStatus.CREATED, created
grant = created.parsed.data
assert grant.valid_until == until, grant
again = create_grant.sync(client=client, body=request, idempotency_key="python-1")
assert again.data.id == grant.id, again
assert get_grant.sync(grant.id, client=client).data.id == grant.id

request.privilege_key = "warehouse:absent"
refused = create_grant.sync_detailed(client=client, body=request)
assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, refused
assert isinstance(refused.parsed, Problem) and refused.parsed.errors["privilege_key"], refused
missing = get_grant.sync(UNKNOWN, client=client)
assert isinstance(missing, Problem) and missing.status == HTTPStatus.NOT_FOUND, missing

lines = [json.loads(line) for line in export.sync(client=client).splitlines()]
assert lines[-1]["type"] == "end", lines[-1]
assert any(str(grant.id) in json.dumps(line) for line in lines), "the grant's record"
print(f"{len(names)} users, grant {grant.id}, {len(lines)} lines")
