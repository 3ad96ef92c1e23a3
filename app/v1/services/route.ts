import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { read } from "#lib/http/read-endpoint";
import { acceptService } from "#lib/operations/create-service/accept";
import { createService } from "#lib/operations/create-service/definition";
import { listServices } from "#lib/operations/create-service/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listServices),
  POST: operation(createService, acceptService),
});
