import { and, eq, lt } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import { presentMs } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { open } from "#lib/security/sealing/secret-box";
import { composeSheet } from "./compose.ts";
import type { DowntimePacketModel } from "./model.ts";
import { packetFile } from "./packet-file.ts";
import { downtimePacket } from "./table.ts";

/** Packets are deleted after a week: their records are old by then. */
const KEPT_MS = 7 * 86_400_000;

type Packet = Pick<typeof downtimePacket.$inferSelect, "id" | "day" | "made" | "size" | "createdAt">;

/** Maps a packet to the record of GET /downtime-packets. */
export const toPacket = ({ id, day, made, size, createdAt }: Packet): DowntimePacketModel => ({
  id,
  day,
  made,
  size,
  created_at: createdAt.toISOString(),
});

/** Returns the passphrase of an account's packets; null if no admin has set one. */
async function passphraseOf(tx: Transaction, account: string): Promise<string | null> {
  const [found] = await tx
    .select({ passphrase: linkedAccount.downtimePassphrase })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, account));
  return found?.passphrase ? open(found.passphrase) : null;
}

/**
 * Composes and encrypts the packet of a day (YYYY-MM-DD) from the last sync. Returns null if the account has no
 * passphrase. Holds no transaction while it encrypts.
 */
export async function encryptedPacket(tenant: AccountTenant, day: string, now: Date): Promise<Uint8Array | null> {
  const read = await readTenant(tenant, async (tx) => {
    const passphrase = await passphraseOf(tx, tenant.linkedAccountId);
    return passphrase === null ? null : { passphrase, sheet: await composeSheet(tx, tenant.linkedAccountId, day, now) };
  });
  return read && packetFile(read.sheet, read.passphrase);
}

/**
 * Stores a packet and deletes those that are older than a week. Returns null if the packet of this evening is stored
 * already.
 */
export async function storePacket(
  tx: Transaction,
  tenant: AccountTenant,
  { day, made, file }: Pick<typeof downtimePacket.$inferInsert, "day" | "made" | "file">,
): Promise<DowntimePacketModel | null> {
  const before = new Date(presentMs() - KEPT_MS);
  await tx
    .delete(downtimePacket)
    .where(and(eq(downtimePacket.linkedAccountId, tenant.linkedAccountId), lt(downtimePacket.createdAt, before)));
  const [stored] = await tx
    .insert(downtimePacket)
    .values({ id: newId(), ...tenant, day, made, file, size: file.byteLength })
    .onConflictDoNothing()
    .returning({
      id: downtimePacket.id,
      day: downtimePacket.day,
      made: downtimePacket.made,
      size: downtimePacket.size,
      createdAt: downtimePacket.createdAt,
    });
  return stored ? toPacket(stored) : null;
}
