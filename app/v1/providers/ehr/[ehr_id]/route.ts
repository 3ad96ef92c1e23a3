import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { updateProviderByEhrId } from "#lib/resources/providers/update";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ PATCH: change(updateProviderByEhrId) });
