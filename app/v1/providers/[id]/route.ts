import { updateProviderById } from "#lib/changes/update-provider";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ PATCH: change(updateProviderById) });
