import { and, eq, lt } from "drizzle-orm";
import { secondFactor } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { open } from "#lib/security/sealing/secret-box";
import { factorsOf, type SecondFactor } from "./factors.ts";
import type { Proof, UsedPasskey } from "./model.ts";
import { verifyUsedPasskey } from "./passkeys.ts";
import { takeRecoveryCode } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";

/** The kind of proof of the second factor. */
export type ProvenBy = "authenticator app" | "passkey" | "recovery code";

/** Accepts a code of the authenticator app, and refuses it from then on. Concurrent requests cannot both use it. */
async function takeAppCode(tx: Transaction, app: SecondFactor, code: string): Promise<boolean> {
  if (app.secret === null || app.lastStep === null) return false;
  const step = await stepOfCode(await open(app.secret), code, app.lastStep);
  if (step === null) return false;
  const taken = await tx
    .update(secondFactor)
    .set({ lastStep: step, lastUsedAt: present() })
    .where(and(eq(secondFactor.id, app.id), lt(secondFactor.lastStep, step)))
    .returning({ id: secondFactor.id });
  return taken.length === 1;
}

async function takePasskey(
  tx: Transaction,
  factors: readonly SecondFactor[],
  passkey: UsedPasskey,
  toSign: string,
): Promise<boolean> {
  const used = factors.find(({ credentialId }) => credentialId === passkey.id);
  const signCount = used ? await verifyUsedPasskey(passkey, used, toSign) : null;
  if (!used || signCount === null) return false;
  await tx.update(secondFactor).set({ signCount, lastUsedAt: present() }).where(eq(secondFactor.id, used.id));
  return true;
}

const APP_CODE = /^\d{6}$/;

/**
 * Returns what proves a person's second factor, and uses it up, in the caller's transaction; null if the proof is
 * wrong, was used before, or the person has no such factor. `toSign`: what a passkey was asked to sign, or null.
 */
export async function prove(
  tx: Transaction,
  userId: string,
  { code, passkey }: Proof,
  toSign: string | null,
): Promise<ProvenBy | null> {
  const factors = await factorsOf(tx, userId);
  if (passkey) return toSign !== null && (await takePasskey(tx, factors, passkey, toSign)) ? "passkey" : null;
  const typed = (code ?? "").replace(/\s/g, "");
  if (!APP_CODE.test(typed)) return (await takeRecoveryCode(tx, userId, typed)) ? "recovery code" : null;
  const app = factors.find(({ kind }) => kind === "totp");
  return app && (await takeAppCode(tx, app, typed)) ? "authenticator app" : null;
}
