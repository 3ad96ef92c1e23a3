import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { updateProviderById } from "#lib/resources/providers/update";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ PATCH: command(updateProviderById) });
