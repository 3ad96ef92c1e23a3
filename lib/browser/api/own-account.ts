import { queryOptions } from "@tanstack/react-query";
import type { FinishedEnrolment, UsedPasskey } from "#lib/sign-in/second-factor/model";
import { call, submit } from "./fetcher.ts";

/** The query key of the signed-in person's own account. */
export const ownAccountKey = (accountId: string) => ["own-account", accountId] as const;

/** GET /me: the signed-in person and their sessions. */
export const ownAccount = (accountId: string) =>
  queryOptions({
    queryKey: ownAccountKey(accountId),
    queryFn: ({ signal }) => call(accountId, "GET /me", {}, { signal }),
  });

/** PUT /me/password. Sent without an Idempotency-Key, so that nothing derived from a password is stored. */
export const changePassword = (accountId: string, body: Record<string, unknown>) =>
  submit(accountId, "PUT /me/password", body);

/** The proof of who the person is: the password, and a code or a passkey if they have a second factor. */
interface Identity {
  current_password: string;
  code?: string;
  passkey?: UsedPasskey;
  challenge_id?: string;
}

/** POST /me/second-factor/confirmation: returns the confirmation that changes of second factors need. */
export const confirmIdentity = async (accountId: string, identity: Identity): Promise<string> =>
  (await call(accountId, "POST /me/second-factor/confirmation", identity)).confirmation;

/** POST /me/second-factor/passkey-challenge. */
export const challengePasskey = (accountId: string) => call(accountId, "POST /me/second-factor/passkey-challenge", {});

/** POST /me/second-factor/enrolments: begins to set up a second factor. */
export const beginSecondFactor = (accountId: string, body: { confirmation: string; kind: "totp" | "passkey" }) =>
  call(accountId, "POST /me/second-factor/enrolments", body);

/** POST /me/second-factors: returns new recovery codes; null if the person has some left. */
export const addSecondFactor = async (accountId: string, body: FinishedEnrolment): Promise<string[] | null> =>
  (await call(accountId, "POST /me/second-factors", body)).recovery_codes;

/** PATCH /me/second-factors/{id}: renames it. */
export const renameSecondFactor = (accountId: string, id: string, name: string) =>
  call(accountId, "PATCH /me/second-factors/{id}", { id, name });

/** DELETE /me/second-factors/{id}. */
export const removeSecondFactor = (accountId: string, id: string, confirmation: string) =>
  call(accountId, "DELETE /me/second-factors/{id}", { id, confirmation });

/** POST /me/recovery-codes: returns new recovery codes. */
export const newRecoveryCodes = async (accountId: string, confirmation: string): Promise<string[]> =>
  (await call(accountId, "POST /me/recovery-codes", { confirmation })).recovery_codes;

/** PUT /me/alerts: sets which alerts the person gets by mail. */
export const chooseAlerts = (accountId: string, chosen: readonly string[], ifMatch: string) =>
  submit(accountId, "PUT /me/alerts", { chosen }, { ifMatch });

/** Ends a session of the signed-in person, or all others if `id` is null. */
export const endSession = (accountId: string, id: string | null) =>
  id === null ? call(accountId, "DELETE /me/sessions", {}) : call(accountId, "DELETE /me/sessions/{id}", { id });
