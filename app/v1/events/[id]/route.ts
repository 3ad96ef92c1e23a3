import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getEvent } from "#lib/reads/events";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getEvent) });
