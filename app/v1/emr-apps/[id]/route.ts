import { deleteEmrApp } from "#lib/administration/emr-apps/commands";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ DELETE: command(deleteEmrApp) });
