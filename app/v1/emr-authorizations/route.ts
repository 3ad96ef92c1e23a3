import { beginEmrAuthorization } from "#lib/administration/emr-authorizations/commands";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: command(beginEmrAuthorization) });
