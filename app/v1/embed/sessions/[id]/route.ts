import { revokeEmbedSession } from "#lib/administration/embedding/change-sessions";
import { getEmbedSession } from "#lib/administration/embedding/embed-sessions";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getEmbedSession),
  DELETE: change(revokeEmbedSession),
});
