import { revokeEmbedSession } from "#lib/administration/embedding/session-commands";
import { getEmbedSession } from "#lib/administration/embedding/session-queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getEmbedSession),
  DELETE: command(revokeEmbedSession),
});
