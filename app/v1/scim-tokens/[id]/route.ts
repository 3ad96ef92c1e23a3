import { revokeScimToken } from "#lib/administration/scim-tokens/commands";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ DELETE: command(revokeScimToken) });
