import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { setDowntimePassphrase } from "#lib/resources/downtime-packets/commands";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ PUT: command(setDowntimePassphrase) });
