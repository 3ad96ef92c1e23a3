import { revokeEmbedSession } from "#lib/changes/embed-sessions";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getEmbedSession } from "#lib/reads/embed-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getEmbedSession),
  DELETE: change(revokeEmbedSession),
});
