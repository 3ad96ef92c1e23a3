import { createEmrApp } from "#lib/administration/emr-apps/commands";
import { listEmrApps } from "#lib/administration/emr-apps/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listEmrApps),
  POST: command(createEmrApp),
});
