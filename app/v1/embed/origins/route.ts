import { createEmbedOrigin } from "#lib/changes/embed-origins";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listEmbedOrigins } from "#lib/reads/embed-origins";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listEmbedOrigins),
  POST: change(createEmbedOrigin),
});
