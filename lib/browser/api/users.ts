import { queryOptions } from "@tanstack/react-query";
import type { InvitationModel, UserModel } from "#lib/administration/users/model";
import { call, submit } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** The query key of the organization's users. */
export const usersKey = (accountId: string) => ["users", accountId] as const;

/** GET /users: all users of the organization. */
export const users = (accountId: string) =>
  queryOptions({
    queryKey: usersKey(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /users", "users", { signal }),
  });

/** A user and the link for choosing a password, which is shown only this once. */
export interface Invited {
  user: UserModel;
  invitation: InvitationModel;
}

/** POST /users: invites a user. */
export const inviteUser = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  submit(accountId, "POST /users", body, { idempotencyKey });

/** POST /users/{id}/invitation: creates a new link for a user. */
export const inviteUserAgain = (accountId: string, id: string, idempotencyKey: string) =>
  call(accountId, "POST /users/{id}/invitation", { id }, { idempotencyKey });

/** DELETE /users/{id}/second-factor: removes the user's second factors. */
export const resetSecondFactor = (accountId: string, id: string) =>
  call(accountId, "DELETE /users/{id}/second-factor", { id });

/** PATCH /users/{id}: changes the role, deactivates or reactivates the user. */
export const changeUser = (accountId: string, id: string, body: { role?: UserModel["role"]; active?: boolean }) =>
  call(accountId, "PATCH /users/{id}", { id, ...body });
