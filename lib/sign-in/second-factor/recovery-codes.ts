import { randomBytes } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { recoveryCode } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { hashToken } from "#lib/security/credentials/token-hash";
import type { Owner } from "./factors.ts";

const CODES = 10;

/** 32 characters without those that look alike. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

/** 16 characters of 5 bits each: too many to guess, so a fast hash is enough. */
const LENGTH = 16;

const newCode = (): string =>
  [...randomBytes(LENGTH)]
    .map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join("")
    .replace(/.{4}(?=.)/g, "$&-");

/** A code as typed: in any case, with any spaces and hyphens. */
const hashOf = (code: string): string => hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ""));

/** Replaces a person's recovery codes, in the caller's transaction. Returns the new ones, which only the answer shows. */
export async function replaceRecoveryCodes(tx: Transaction, { organizationId, userId }: Owner): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  await tx.insert(recoveryCode).values(codes.map((code) => ({ organizationId, userId, hash: hashOf(code) })));
  return codes;
}

/** Uses a recovery code up, in the caller's transaction. Returns false if it is none of the person's that are left. */
export async function takeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const mine = and(eq(recoveryCode.userId, userId), eq(recoveryCode.hash, hashOf(code)));
  const taken = await tx.delete(recoveryCode).where(mine).returning({ hash: recoveryCode.hash });
  return taken.length === 1;
}

/** Returns how many recovery codes a person has left. */
export async function recoveryCodesLeft(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx.select({ left: count() }).from(recoveryCode).where(eq(recoveryCode.userId, userId));
  return row?.left ?? 0;
}
