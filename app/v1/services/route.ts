import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptService } from "#lib/resources/services/create/accept";
import { createService } from "#lib/resources/services/create/definition";
import { listServices } from "#lib/resources/services/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listServices),
  POST: operation(createService, acceptService),
});
