import { updateSandboxBehavior } from "#lib/changes/sandbox";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getSandboxBehavior } from "#lib/reads/sandbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getSandboxBehavior),
  PATCH: change(updateSandboxBehavior),
});
