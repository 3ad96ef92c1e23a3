import { updateSandboxBehavior } from "#lib/administration/sandbox/changes";
import { getSandboxBehavior } from "#lib/administration/sandbox/reads";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getSandboxBehavior),
  PATCH: change(updateSandboxBehavior),
});
