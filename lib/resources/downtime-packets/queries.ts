import { and, desc, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { present } from "#lib/kernel/clock";
import { calendarDate } from "#lib/kernel/fields";
import { composeSheet } from "./compose.ts";
import { downtimePacketModel, downtimeSheet } from "./model.ts";
import { toPacket } from "./packets.ts";
import { downtimePacket } from "./table.ts";

/** GET /downtime-packets/sheet: the content of a packet, for print. The EMR is not called. */
export const getDowntimeSheet = defineQuery({
  path: "/downtime-packets/sheet",
  embed: "account",
  summary: "Get a day's appointments, open referrals and recalls as of the last sync, for downtime",
  description: "Answered from stored records, also while the EMR is out.",
  permission: "downtime-packets:read",
  patientData: true,
  query: z.object({ day: calendarDate("any").describe("YYYY-MM-DD: the day of the appointments") }),
  body: z.object({ sheet: downtimeSheet }),
  read: async ({ tx, linkedAccountId, query }) => ({
    sheet: await composeSheet(tx, linkedAccountId, query.day, present()),
  }),
});

/** GET /downtime-packets: the packets of the last week, newest first. */
export const listDowntimePackets = defineQuery({
  path: "/downtime-packets",
  embed: "account",
  summary: "List the encrypted downtime packets of the last week, newest first",
  permission: "downtime-packets:read",
  patientData: false,
  query: noQuery,
  body: z.object({
    downtime_packets: z.array(downtimePacketModel),
    passphrase_set: z.boolean().describe("False: no packet is made until an admin has set the passphrase"),
  }),
  async read({ tx, linkedAccountId }) {
    const { id, day, made, size, createdAt } = downtimePacket;
    const packets = await tx
      .select({ id, day, made, size, createdAt })
      .from(downtimePacket)
      .where(eq(downtimePacket.linkedAccountId, linkedAccountId))
      .orderBy(desc(createdAt), desc(id));
    const [account] = await tx
      .select({ isSet: isNotNull(linkedAccount.downtimePassphrase) })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, linkedAccountId));
    return { downtime_packets: packets.map(toPacket), passphrase_set: account?.isSet === true };
  },
});

/** Returns the encrypted file of a packet of an account; null if there is none. */
export async function readPacketFile(tx: Transaction, account: string, id: string) {
  const [found] = await tx
    .select({ day: downtimePacket.day, file: downtimePacket.file })
    .from(downtimePacket)
    .where(and(eq(downtimePacket.linkedAccountId, account), eq(downtimePacket.id, id)));
  return found ?? null;
}
