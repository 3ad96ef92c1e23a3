import { createEmbedSession } from "#lib/changes/embed-sessions";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: change(createEmbedSession) });
