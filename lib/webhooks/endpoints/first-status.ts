import { eq, inArray, sql } from "drizzle-orm";
import { ofOwnOrganization } from "#lib/db/own-organization";
import { delivery, webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";

/** Limit of held deliveries per disabled endpoint. Later events are only logged and can be redelivered. */
export const MAX_HELD = 5_000;

/** The status with which a delivery begins. */
export type FirstStatus = "pending" | "held" | "failed";

/** The status and the address of a new delivery to an endpoint. */
interface Beginning {
  url: string;
  status: FirstStatus;
}

async function hasRoom(tx: Transaction, endpointId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM (
          SELECT FROM ${delivery} WHERE ${ofOwnOrganization(delivery)} AND ${delivery.endpointId} = ${endpointId}
            AND ${delivery.status} = 'held' LIMIT ${MAX_HELD}) AS held`,
  );
  return (rows[0]?.count ?? 0) < MAX_HELD;
}

/**
 * Returns how a new delivery to each endpoint begins, without the removed ones. A disabled endpoint stays disabled until the caller's
 * transaction ends: enabling it waits, and then finds the deliveries held in the meantime.
 */
export async function firstStatusOf(tx: Transaction, endpointIds: string[]): Promise<Map<string, Beginning>> {
  if (endpointIds.length === 0) return new Map();
  const fields = { id: webhookEndpoint.id, url: webhookEndpoint.url, status: webhookEndpoint.status };
  const rows = await tx.select(fields).from(webhookEndpoint).where(inArray(webhookEndpoint.id, endpointIds));
  const beginnings = new Map<string, Beginning>();
  for (const { id, url, status } of rows) {
    if (status === "enabled") {
      beginnings.set(id, { url, status: "pending" });
      continue;
    }
    const [locked] = await tx.select(fields).from(webhookEndpoint).where(eq(webhookEndpoint.id, id)).for("share");
    if (!locked) continue;
    const held = (await hasRoom(tx, id)) ? "held" : "failed";
    beginnings.set(id, { url: locked.url, status: locked.status === "enabled" ? "pending" : held });
  }
  return beginnings;
}
