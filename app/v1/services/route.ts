import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptService } from "#lib/operations/create-service/accept";
import { createService } from "#lib/operations/create-service/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: operation(createService, acceptService) });
