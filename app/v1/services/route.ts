import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { acceptService } from "#lib/resources/services/create/accept";
import { createService } from "#lib/resources/services/create/definition";
import { listServices } from "#lib/resources/services/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listServices),
  POST: operation(createService, acceptService),
});
