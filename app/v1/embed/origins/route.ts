import { createEmbedOrigin } from "#lib/administration/embedding/change-origins";
import { listEmbedOrigins } from "#lib/administration/embedding/embed-origins";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listEmbedOrigins),
  POST: change(createEmbedOrigin),
});
