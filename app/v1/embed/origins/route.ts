import { createEmbedOrigin } from "#lib/administration/embedding/origin-commands";
import { listEmbedOrigins } from "#lib/administration/embedding/origin-queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listEmbedOrigins),
  POST: command(createEmbedOrigin),
});
