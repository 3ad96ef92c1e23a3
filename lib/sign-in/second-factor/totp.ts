import { generateSecret, generateURI, verify } from "otplib";
import { presentMs } from "#lib/kernel/clock";

/** The service's name in an authenticator app. */
const ISSUER = "Clinical Records";

/** How far the clocks of a phone and of the server may differ, in seconds. */
const TOLERANCE_SECONDS = 30;

const CODE = /^\d{6}$/;

/** Returns a new secret of an authenticator app: 160 bits, base32. */
export const newTotpSecret = (): string => generateSecret();

/** Returns the `otpauth:` URI that an authenticator app scans. */
export const totpUri = (secret: string, email: string): string => generateURI({ issuer: ISSUER, label: email, secret });

/**
 * Returns the time step (30 s each, since 1970) of a valid code; null for a wrong one and for one of `lastStep` or
 * earlier, so that no code is accepted twice.
 */
export async function stepOfCode(secret: string, code: string, lastStep: number): Promise<number | null> {
  if (!CODE.test(code)) return null;
  // By the database's clock: a process ahead would note a step to come, and the next process would refuse every code until then.
  const epoch = Math.floor(presentMs() / 1_000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  if (!result.valid || !("timeStep" in result)) return null;
  return result.timeStep > lastStep ? result.timeStep : null;
}
