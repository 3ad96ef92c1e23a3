import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getDelivery } from "#lib/reads/delivery";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getDelivery) });
