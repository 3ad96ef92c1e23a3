import { z } from "zod";
import { secondFactor } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { conflict, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { seal } from "#lib/security/sealing/secret-box";
import { openTicket, sealTicket } from "#lib/sign-in/ticket";
import { factorsOf, lockPerson, type Owner, type SecondFactor } from "./factors.ts";
import type { BegunEnrolment, FACTOR_KINDS, FinishedEnrolment } from "./model.ts";
import { creationOptions, verifyNewPasskey } from "./passkeys.ts";
import { recoveryCodesLeft, replaceRecoveryCodes } from "./recovery-codes.ts";
import { newTotpSecret, stepOfCode, totpUri } from "./totp.ts";

/** Time to set up a second factor. */
const ENROLMENT_SECONDS = 10 * 60;

/** Factors that one person may have. */
const MOST = 10;

/** The browser's note between the two requests: the app's secret, or the challenge for the passkey. */
const begun = z.object({ userId: z.string(), secret: z.string().optional(), toSign: z.string().optional() });

/** A person who sets up a second factor. */
interface Enrolling extends Owner {
  email: string;
  name: string;
}

/** Returns what a person needs to set up a second factor. Throws `conflict` if this kind is not possible. */
export async function beginEnrolment(
  { userId, email, name }: Enrolling,
  kind: (typeof FACTOR_KINDS)[number],
  factors: readonly SecondFactor[],
): Promise<BegunEnrolment> {
  if (kind === "passkey") {
    const options = await creationOptions({ userId, email, name }, factors);
    const enrolment = await sealTicket("enrolment", { userId, toSign: options.challenge }, ENROLMENT_SECONDS);
    return { enrolment, options: { ...options } };
  }
  const secret = newTotpSecret();
  const enrolment = await sealTicket("enrolment", { userId, secret }, ENROLMENT_SECONDS);
  return { enrolment, totp: { secret, uri: totpUri(secret, email) } };
}

/** Returns the columns of the new factor. Throws `invalid` if what the person sent does not prove that they have it. */
async function proven(
  { secret, toSign }: z.infer<typeof begun>,
  { code, passkey, name }: FinishedEnrolment,
): Promise<Omit<typeof secondFactor.$inferInsert, "id" | "organizationId" | "userId">> {
  if (secret !== undefined && code !== undefined) {
    const step = await stepOfCode(secret, code.replace(/\s/g, ""), 0);
    if (step === null) throw invalid(problem("code", "is not what the app shows now"));
    return { kind: "totp", name: name ?? "Authenticator app", secret: await seal(secret), lastStep: step };
  }
  const made = passkey && toSign !== undefined ? await verifyNewPasskey(passkey, toSign) : null;
  if (!made) throw invalid(problem(passkey ? "passkey" : "code", "does not fit what was begun"));
  return { kind: "passkey", name: name ?? "Passkey", ...made };
}

/** A person's factor after its set-up. */
export interface Enrolled {
  factor: SecondFactor;
  /** New recovery codes, if the person had none left; null otherwise. */
  recoveryCodes: string[] | null;
}

/**
 * Stores the factor that a person has set up, in the caller's transaction. Throws `invalid` for a wrong code or passkey or if it
 * took too long, and `conflict` for a second authenticator app or a passkey that is known.
 */
export async function finishEnrolment(tx: Transaction, owner: Owner, given: FinishedEnrolment): Promise<Enrolled> {
  const ticket = await openTicket("enrolment", begun, given.enrolment);
  if (ticket?.userId !== owner.userId) {
    throw invalid(problem("enrolment", "has ended", "This took too long. Start to set it up again"));
  }
  await lockPerson(tx, owner.userId);
  if ((await factorsOf(tx, owner.userId)).length >= MOST) throw conflict(`You have ${MOST} second factors already`);
  const [factor] = await tx
    .insert(secondFactor)
    .values({
      id: newId(),
      organizationId: owner.organizationId,
      userId: owner.userId,
      ...(await proven(ticket, given)),
    })
    .onConflictDoNothing()
    .returning();
  if (!factor) throw conflict("You have this one already: remove the old one first");
  const isCovered = (await recoveryCodesLeft(tx, owner.userId)) > 0;
  return { factor, recoveryCodes: isCovered ? null : await replaceRecoveryCodes(tx, owner) };
}
