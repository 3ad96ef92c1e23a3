import { hkdfSync } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";
import { present, presentMs } from "#lib/kernel/clock";
import { required } from "#lib/kernel/environment";

/** The one use of a ticket: it has a key of its own, so that a ticket never opens as another kind, nor as a session. */
export type TicketUse = "sign-in" | "enrolment" | "confirmation" | "provider" | "choice";

const keyOf = (use: TicketUse): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", required("AUTH_SECRET"), "", `second factor: ${use}`, 32));

/**
 * Returns contents sealed for one use and some seconds, for a browser that must bring them back unread. Their end is by the
 * database's clock, since another process may open them.
 */
export const sealTicket = (use: TicketUse, contents: Record<string, unknown>, seconds: number): Promise<string> =>
  new EncryptJWT(contents)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime(new Date(presentMs() + seconds * 1_000))
    .encrypt(keyOf(use));

/** Returns a ticket's contents; null if it is none, is for another use, has expired or was changed. */
export async function openTicket<Schema extends z.ZodObject>(
  use: TicketUse,
  contents: Schema,
  ticket: string,
): Promise<z.infer<Schema> | null> {
  const opened = await jwtDecrypt(ticket, keyOf(use), { currentDate: present() }).catch(() => null);
  return contents.safeParse(opened?.payload).data ?? null;
}
