import { appUser } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { peopleWithFactor } from "#lib/sign-in/second-factor/factors";
import { type UserModel, userModel } from "./model.ts";

function statusOf(row: typeof appUser.$inferSelect): UserModel["status"] {
  if (row.deactivatedAt) return "deactivated";
  const { passwordHash, identitySubject, homeUserId, lastSignedInAt } = row;
  return [passwordHash, identitySubject, homeUserId, lastSignedInAt].some((each) => each !== null)
    ? "active"
    : "invited";
}

/** Maps a stored user to its model, without the password and the identity provider's subject. */
export const toUser = (row: typeof appUser.$inferSelect, hasSecondFactor: boolean): UserModel => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  status: statusOf(row),
  second_factor: hasSecondFactor,
  last_signed_in_at: row.lastSignedInAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/** GET /users: users of the organization, by time of invitation (decisions §5). */
export const listUsers = defineList({
  path: "/users",
  embed: "account",
  summary: "List the organization's users",
  description: "API clients do not have this permission.",
  permission: "users:read",
  patientData: false,
  key: "users",
  model: userModel,
  table: appUser,
  scope: "organizationId",
  order: keyset("asc", appUser.id),
  async toModels(rows, { tx }) {
    const withFactor = await peopleWithFactor(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => toUser(row, withFactor.has(row.id)));
  },
});
