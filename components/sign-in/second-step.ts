import type { EnrolmentApi } from "#components/second-factor/enrolment-api.ts";
import { askForPasskey } from "#components/second-factor/passkeys.ts";
import type { BegunEnrolment } from "#lib/sign-in/second-factor/model";
import { ask } from "./ask.ts";

/** Proves the second factor by a code and signs in. Throws an ApiFailure. */
export const proveByCode = (code: string) => ask("/api/second-factor/prove", { code });

/** Proves the second factor by a passkey and signs in. Throws an ApiFailure, or Refused. */
export async function proveByPasskey(): Promise<void> {
  const { options } = await ask<{ options: Record<string, unknown> }>("/api/second-factor/passkey", {});
  await ask("/api/second-factor/prove", { passkey: await askForPasskey(options) });
}

/** Sets up the second factor that the organization requires, and signs in. */
export const requiredEnrolment: EnrolmentApi = {
  begin: (kind) => ask<BegunEnrolment>("/api/second-factor/begin", { kind }),
  finish: async (body) => (await ask<{ recovery_codes: string[] }>("/api/second-factor/enrol", body)).recovery_codes,
};
