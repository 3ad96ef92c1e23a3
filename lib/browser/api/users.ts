import { queryOptions } from "@tanstack/react-query";
import type { InvitationModel, UserModel } from "#lib/administration/users/model";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

export const usersKey = (accountId: string) => ["users", accountId] as const;

/** GET /users: everyone of the organization. */
export const users = (accountId: string) =>
  queryOptions({
    queryKey: usersKey(accountId),
    queryFn: ({ signal }) => readAll<UserModel>(accountId, "/users", "users", { signal }),
  });

/** A person and the link that lets them choose a password, which is shown this once. */
export interface Invited {
  user: UserModel;
  invitation: InvitationModel;
}

/** POST /users: invites a person. */
export const inviteUser = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  call<Invited>(accountId, "/users", { method: "POST", body, idempotencyKey });

/** POST /users/{id}/invitation: a new link for a person. */
export const inviteUserAgain = (accountId: string, id: string, idempotencyKey: string) =>
  call<Invited>(accountId, `/users/${id}/invitation`, { method: "POST", body: {}, idempotencyKey });

/** PATCH /users/{id}: another role, deactivated, reactivated. */
export const changeUser = (accountId: string, id: string, body: { role?: UserModel["role"]; active?: boolean }) =>
  call<{ user: UserModel }>(accountId, `/users/${id}`, { method: "PATCH", body });
