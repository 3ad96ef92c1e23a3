import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { createDowntimePacket } from "#lib/resources/downtime-packets/commands";
import { listDowntimePackets } from "#lib/resources/downtime-packets/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listDowntimePackets),
  POST: command(createDowntimePacket),
});
