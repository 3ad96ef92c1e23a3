import type pg from "pg";
import { StartFailure } from "#lib/kernel/start-failure";

// A person of several organizations has their password and second factors in one of them, their home. A move of one of
// these organizations parts them: without their home, their user can do nothing but be given a password of its own.

/** Users on either side of the move who would lose their home. */
const PARTED = `home_user_id <> id AND ((organization_id = $1) <> (home_organization_id = $1))`;

interface Counts {
  moved: number;
  left: number;
}

const people = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

/** Throws a StartFailure if the move of an organization leaves active people without a sign-in; it names nobody. */
export async function refuseParting(from: pg.Client, organization: string): Promise<void> {
  const { rows } = await from.query<Counts>(
    `SELECT count(*) FILTER (WHERE organization_id = $1)::int AS moved,
       count(*) FILTER (WHERE organization_id <> $1)::int AS left
     FROM app_user WHERE deactivated_at IS NULL AND ${PARTED}`,
    [organization],
  );
  const { moved = 0, left = 0 } = rows[0] ?? {};
  if (moved + left === 0) return;
  const parted = [
    ...(moved > 0 ? [`${people(moved)} of this organization with a password in another one, which stays`] : []),
    ...(left > 0 ? [`${people(left)} of organizations that stay with a password in this one`] : []),
  ];
  throw new StartFailure(
    `The move parts ${parted.join(", and ")}: they cannot sign in there until an admin, or you by npm run restore-access, has made them a link for a password. Nothing was changed. To move all the same, add --part-people`,
  );
}

/**
 * Makes the users whom the move parts people of one organization each, in the caller's transaction: they have no password
 * and no open session then, and admins can help them. A home that nobody shares any more ends as such, and keeps its
 * password.
 */
export async function partPeople(from: pg.Client, organization: string): Promise<void> {
  await from.query(
    `UPDATE app_user SET home_user_id = NULL, home_organization_id = NULL, session_version = session_version + 1
     WHERE ${PARTED}`,
    [organization],
  );
  // Two statements: Citus compares rows of no two organizations in a change.
  const { rows } = await from.query<{ shared: string[] }>(
    "SELECT coalesce(array_agg(DISTINCT home_user_id), '{}') AS shared FROM app_user WHERE home_user_id <> id",
  );
  await from.query(
    `UPDATE app_user SET home_user_id = NULL, home_organization_id = NULL
     WHERE home_user_id = id AND id <> ALL ($1::uuid[])`,
    [rows[0]?.shared ?? []],
  );
}
