import { downtimePacketFile } from "#lib/api/endpoints/downtime-packet-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: downtimePacketFile });
