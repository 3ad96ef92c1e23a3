import { createEmbedSession } from "#lib/administration/embedding/change-sessions";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: change(createEmbedSession) });
