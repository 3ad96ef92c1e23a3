import { eq } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { present } from "#lib/kernel/clock";
import { DomainError } from "#lib/kernel/domain-error";
import { seal } from "#lib/security/sealing/secret-box";
import { downtimePacketModel, downtimePassphrase, newDowntimePacket } from "./model.ts";
import { encryptedPacket, storePacket } from "./packets.ts";

/** POST /downtime-packets: makes an encrypted packet now, from the last sync. Throws `conflict` without a passphrase. */
export const createDowntimePacket = defineCommand({
  method: "POST",
  path: "/downtime-packets",
  embed: "account",
  summary: "Make an encrypted downtime packet of a day",
  description:
    "The packet holds the day's appointments with phone numbers, open referrals and open recalls as of the last sync; the EMR is not called. It is an HTML file that opens in a browser with the clinic's downtime passphrase. 409 until an admin has set the passphrase.",
  permission: "downtime-packets:create",
  status: 201,
  input: newDowntimePacket,
  done: "Downtime packet created",
  body: z.object({ downtime_packet: downtimePacketModel }),
  made: ({ downtime_packet }) => downtime_packet.id,
  async look({ tenant, input }) {
    const file = await encryptedPacket(tenant, input.day, present());
    if (!file)
      throw new DomainError("conflict", "An admin must set the downtime passphrase first; nothing was created");
    return file;
  },
  async execute({ tx, tenant, input, looked }) {
    const made = await storePacket(tx, tenant, { day: input.day, made: "asked", file: looked });
    if (!made) throw new Error("Only the packet of an evening is unique");
    return { downtime_packet: made };
  },
});

/** PUT /downtime-packets/passphrase: sets the passphrase of the packets that are made from now on. */
export const setDowntimePassphrase = defineCommand({
  method: "PUT",
  path: "/downtime-packets/passphrase",
  embed: "account",
  summary: "Set the passphrase of the account's downtime packets",
  description:
    "Packets that exist keep the passphrase that they were created with. The passphrase is stored sealed and never read back.",
  permission: "downtime-packets:update",
  by: "person",
  status: 200,
  input: downtimePassphrase,
  done: "Downtime passphrase set",
  body: z.object({}),
  async execute({ tx, tenant, input }) {
    await tx
      .update(linkedAccount)
      .set({ downtimePassphrase: await seal(input.passphrase) })
      .where(eq(linkedAccount.id, tenant.linkedAccountId));
    return {};
  },
});
