import { timingSafeEqual } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { presentMs } from "#lib/kernel/clock";

/** How far the time of a delivery may be from now, as by Standard Webhooks. */
const TOLERANCE_SECONDS = 300;

const TIMESTAMP = /^\d{1,11}$/;

const equals = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/**
 * Returns whether a delivery is signed with a secret (Standard Webhooks), at about this time by the database's clock, which is
 * the sender's: the library compares with the process's, and a process whose clock is wrong would refuse every event.
 */
export function isSigned(secret: string, text: string, headers: Headers): boolean {
  const header = (name: string) => headers.get(`webhook-${name}`) ?? "";
  const [id, timestamp] = [header("id"), header("timestamp")];
  if (!id || !TIMESTAMP.test(timestamp)) return false;
  const seconds = Number(timestamp);
  if (Math.abs(presentMs() / 1_000 - seconds) > TOLERANCE_SECONDS) return false;
  const expected = Buffer.from(new Webhook(secret).sign(id, new Date(seconds * 1_000), text));
  return header("signature")
    .split(" ")
    .some((given) => equals(Buffer.from(given), expected));
}
