import { queryOptions } from "@tanstack/react-query";
import type { OwnAccountModel } from "#lib/administration/own-account/model";
import type { BegunEnrolment, FinishedEnrolment, UsedPasskey } from "#lib/sign-in/second-factor/model";
import { call } from "./fetcher.ts";

/** The query key of the signed-in person's own account. */
export const ownAccountKey = (accountId: string) => ["own-account", accountId] as const;

/** GET /me: the signed-in person and their sessions. */
export const ownAccount = (accountId: string) =>
  queryOptions({
    queryKey: ownAccountKey(accountId),
    queryFn: ({ signal }) => call<OwnAccountModel>(accountId, "/me", { signal }),
  });

/** PUT /me/password. Sent without an Idempotency-Key, so that nothing derived from a password is stored. */
export const changePassword = (accountId: string, body: Record<string, unknown>) =>
  call(accountId, "/me/password", { method: "PUT", body });

/** The proof of who the person is: the password, and a code or a passkey if they have a second factor. */
interface Identity {
  current_password: string;
  code?: string;
  passkey?: UsedPasskey;
  challenge_id?: string;
}

/** POST /me/second-factor/confirmation: returns the confirmation that changes of second factors need. */
export const confirmIdentity = async (accountId: string, identity: Identity): Promise<string> => {
  const options = { method: "POST", body: { ...identity } } as const;
  return (await call<{ confirmation: string }>(accountId, "/me/second-factor/confirmation", options)).confirmation;
};

/** POST /me/second-factor/passkey-challenge. */
export const challengePasskey = (accountId: string) =>
  call<{ challenge_id: string; options: Record<string, unknown> }>(accountId, "/me/second-factor/passkey-challenge", {
    method: "POST",
    body: {},
  });

/** POST /me/second-factor/enrolments: begins to set up a second factor. */
export const beginSecondFactor = (accountId: string, body: { confirmation: string; kind: "totp" | "passkey" }) =>
  call<BegunEnrolment>(accountId, "/me/second-factor/enrolments", { method: "POST", body });

/** POST /me/second-factors: returns new recovery codes; null if the person has some left. */
export const addSecondFactor = async (accountId: string, body: FinishedEnrolment): Promise<string[] | null> => {
  const options = { method: "POST", body } as const;
  return (await call<{ recovery_codes: string[] | null }>(accountId, "/me/second-factors", options)).recovery_codes;
};

/** PATCH /me/second-factors/{id}: renames it. */
export const renameSecondFactor = (accountId: string, id: string, name: string) =>
  call(accountId, `/me/second-factors/${id}`, { method: "PATCH", body: { name } });

/** DELETE /me/second-factors/{id}. */
export const removeSecondFactor = (accountId: string, id: string, confirmation: string) =>
  call(accountId, `/me/second-factors/${id}`, { method: "DELETE", body: { confirmation } });

/** POST /me/recovery-codes: returns new recovery codes. */
export const newRecoveryCodes = async (accountId: string, confirmation: string): Promise<string[]> => {
  const options = { method: "POST", body: { confirmation } } as const;
  return (await call<{ recovery_codes: string[] }>(accountId, "/me/recovery-codes", options)).recovery_codes;
};

/** PUT /me/alerts: sets which alerts the person gets by mail. */
export const chooseAlerts = (accountId: string, chosen: readonly string[]) =>
  call(accountId, "/me/alerts", { method: "PUT", body: { chosen } });

/** Ends a session of the signed-in person, or all others if `id` is null. */
export const endSession = (accountId: string, id: string | null) =>
  call(accountId, id === null ? "/me/sessions" : `/me/sessions/${id}`, { method: "DELETE" });
