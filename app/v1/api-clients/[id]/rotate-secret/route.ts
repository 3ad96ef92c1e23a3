import { rotateApiClientSecret } from "#lib/administration/api-clients/changes";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: change(rotateApiClientSecret) });
