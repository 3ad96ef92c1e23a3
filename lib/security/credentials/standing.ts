import { ownOrganization } from "#lib/db/own-organization";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { driverError } from "#lib/db/unavailable";
import { commitWith, sendWrites, type Write } from "#lib/db/write";
import { DomainError, unauthorized } from "#lib/kernel/domain-error";
import type { Ground, Principal, Standing, Tenant } from "#lib/kernel/principal";
import { endedIn } from "./grounds.ts";

/** Names of settings that nobody sets: PostgreSQL refuses to read one, with its name in the error. */
const CUT_OFF = "app.caller_is_cut_off";
const LESS_ALLOWED = "app.caller_has_another_role";

/**
 * Fails, and the transaction with it, if a caller's authority has ended. As data among a transaction's last rows it
 * leaves with them and the COMMIT, in one packet: no lock is waited for between this reading and the commit, and nobody
 * who ends an authority waits for the writes of its callers. Parameters: a JSON array of what callers
 * rest on, organization.
 */
const STILL_STANDS = `
  SELECT current_setting(CASE WHEN judged.is_cut_off THEN '${CUT_OFF}' ELSE '${LESS_ALLOWED}' END)
  FROM (
    SELECT
      (given.api_client IS NOT NULL AND NOT EXISTS (
        SELECT FROM api_client held
        WHERE held.organization_id = $2 AND held.id = given.api_client AND held.revoked_at IS NULL
          AND held.secret_hash = coalesce(given.secret_hash, held.secret_hash)))
      OR (given.access_token_hash IS NOT NULL AND NOT EXISTS (
        SELECT FROM linked_account held
        WHERE held.organization_id = $2 AND held.id = given.linked_account
          AND (held.access_token_hash = given.access_token_hash
            OR held.former_token_hash = given.access_token_hash AND held.former_token_until > now())))
      OR (given.person IS NOT NULL AND NOT EXISTS (
        SELECT FROM app_user held
        WHERE held.organization_id = $2 AND held.id = given.person AND held.deactivated_at IS NULL
          AND held.session_version = coalesce(given.session_version, held.session_version)))
      OR (given.session IS NOT NULL AND NOT EXISTS (
        SELECT FROM app_session held
        WHERE held.organization_id = $2 AND held.id = given.session))
      OR (given.embed_session IS NOT NULL AND NOT EXISTS (
        SELECT FROM embed_session held
        WHERE held.organization_id = $2 AND held.id = given.embed_session AND held.revoked_at IS NULL
          AND held.expires_at > now()))
      OR (given.page_session IS NOT NULL AND EXISTS (
        SELECT FROM embed_session held
        WHERE held.organization_id = $2 AND held.id = given.page_session AND held.revoked_at IS NOT NULL))
      OR (given.mcp_token IS NOT NULL AND NOT EXISTS (
        SELECT FROM mcp_token held
        WHERE held.organization_id = $2 AND held.id = given.mcp_token AND held.revoked_at IS NULL
          AND held.expires_at > now()))
      OR (given.scim_token IS NOT NULL AND NOT EXISTS (
        SELECT FROM scim_token held
        WHERE held.organization_id = $2 AND held.id = given.scim_token AND held.revoked_at IS NULL)) AS is_cut_off,
      given.role IS NOT NULL AND NOT EXISTS (
        SELECT FROM app_user held
        WHERE held.organization_id = $2 AND held.id = given.person AND held.role = given.role) AS has_another_role
    FROM json_to_recordset($1::json) AS given (
      api_client uuid, secret_hash text, linked_account uuid, access_token_hash text, person uuid, role text, session uuid,
      session_version integer, embed_session uuid, page_session uuid, mcp_token uuid, scim_token uuid)
  ) judged
  WHERE judged.is_cut_off OR judged.has_another_role`;

/**
 * Refuses a person whose credentials at home have ended: `homeMark` of what stands there. Parameters: a JSON array of such marks,
 * organization.
 */
const HOME_STANDS = `
  SELECT current_setting('${CUT_OFF}') FROM json_to_recordset($1::json) AS given (person uuid, mark text)
  WHERE NOT EXISTS (
    SELECT FROM app_user held
    WHERE held.organization_id = $2 AND held.id = given.person AND given.mark = encode(sha256(convert_to(
      E'home\\n' || coalesce(held.password_hash, '')
        || CASE WHEN held.credentials_version > 0 THEN E'\\n' || held.credentials_version ELSE '' END, 'UTF8')), 'hex'))`;

const checkIn = (statement: string, row: object, organizationId?: string): Write => ({
  statement,
  values: [ownOrganization],
  row,
  ...(organizationId ? { organizationId } : {}),
});

/**
 * Returns the checks of what one caller rests on, in its organization and in others that it names. The others' are read as those
 * organizations by the role that has written: Citus refuses another role's reading on a node where a transaction has written.
 */
const checksOf = ({ at_home: home, comes_from: origin, ...own }: Standing): Write[] => [
  checkIn(STILL_STANDS, own),
  ...(home ? [checkIn(HOME_STANDS, { person: home.person, mark: home.mark }, home.organization)] : []),
  ...(origin ? [checkIn(STILL_STANDS, origin.standing, origin.organization)] : []),
];

/** A caller of a write: what its authority rests on. */
export type Caller = Pick<Principal, "standing"> & { grounds?: readonly Ground[] };

/**
 * Returns the checks that callers may still write, for the end of their transaction. A caller whose authority this
 * transaction itself ends, such as an admin who makes themselves staff, has none.
 */
export function stillStands(tx: Transaction, callers: readonly Caller[]): Write[] {
  const over = endedIn(tx);
  const standing = callers.filter(({ grounds = [] }) => !grounds.some((ground) => over.includes(ground)));
  const rows = new Map(standing.map(({ standing: row }) => [JSON.stringify(row), row]));
  return [...rows.values()].flatMap(checksOf);
}

/** Checks at once that a caller may still write: before work that may itself end the caller's authority. */
export const assertStands = (tx: Transaction, caller: { standing: Standing }): Promise<void> =>
  sendWrites(tx, checksOf(caller.standing));

/** Returns what a person's session rests on, for a write in an organization that may be another one than the session's. */
export function standingIn(
  organizationId: string,
  { organizationId: own, standing }: Pick<Principal, "organizationId" | "standing">,
): Standing {
  if (organizationId === own) return standing;
  const { session, person, session_version, role, ...elsewhere } = standing;
  if (!session || !person || session_version === undefined)
    throw new Error("Only a session is good in another organization");
  return { ...elsewhere, comes_from: { organization: own, standing: { session, person, session_version } } };
}

/** Runs a caller's write. Throws `unauthenticated`, or `forbidden` if the person has another role, where `stillStands` made it fail. */
export async function whileStanding<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const { message } = driverError(error);
    if (message.includes(CUT_OFF)) throw unauthorized();
    if (message.includes(LESS_ALLOWED)) {
      throw new DomainError("forbidden", "Not allowed: your role has just been changed; nothing was saved");
    }
    throw error;
  }
}

/** Runs a caller's write in a transaction of its own, which commits only if the caller may still write (see `stillStands`). */
export const withCaller = <Result>(
  caller: Caller,
  tenant: Tenant,
  write: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  whileStanding(() =>
    withTenant(tenant, async (tx) => {
      const result = await write(tx);
      await commitWith(tx, stillStands(tx, [caller]));
      return result;
    }),
  );
