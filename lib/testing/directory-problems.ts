import { personEntries } from "#lib/security/credentials/directory";
import type { TestDatabase } from "./test-database.ts";

type Row = { kind: string; key: string; record_id: string; organization_id: string };

const ENTRIES = "SELECT kind, key, record_id, organization_id FROM directory";
const NAMED = `
  SELECT 'access_token' AS kind, access_token_hash AS key, id AS record_id, organization_id FROM linked_account
  UNION ALL SELECT 'access_token', former_token_hash, id, organization_id FROM linked_account WHERE former_token_hash IS NOT NULL
  UNION ALL SELECT 'client_id', client_id, id, organization_id FROM api_client
  UNION ALL SELECT 'embed_token', token_hash, id, organization_id FROM embed_session
  UNION ALL SELECT 'mcp_token', token_hash, id, organization_id FROM mcp_token WHERE client_id IS NULL
  UNION ALL SELECT 'oauth_credential', hash, id, organization_id FROM oauth_credential
  UNION ALL SELECT 'scim_token', token_hash, id, organization_id FROM scim_token`;
const PEOPLE =
  "SELECT id, organization_id, email, invitation_hash, reset_hash, identity_issuer, identity_subject FROM app_user";

const line = ({ kind, key, record_id, organization_id }: Row) => [kind, key, record_id, organization_id].join(" ");

/** Returns entries of the directory without a matching row, and rows without their entry. */
export async function directoryProblems({ asOwner }: TestDatabase): Promise<string[]> {
  const people = await asOwner<Record<string, string | null>>(PEOPLE);
  const ofPeople = people.flatMap((person) =>
    personEntries({
      id: String(person.id),
      organizationId: String(person.organization_id),
      email: String(person.email),
      invitationHash: person.invitation_hash ?? null,
      resetHash: person.reset_hash ?? null,
      identityIssuer: person.identity_issuer ?? null,
      identitySubject: person.identity_subject ?? null,
    }).map((entry) => ({ ...entry, record_id: entry.recordId, organization_id: entry.organizationId })),
  );
  const there = new Set((await asOwner<Row>(ENTRIES)).map(line));
  const wanted = new Set([...(await asOwner<Row>(NAMED)), ...ofPeople].map(line));
  const beyond = [...there].filter((entry) => !wanted.has(entry)).map((entry) => `no row has ${entry}`);
  const missing = [...wanted].filter((entry) => !there.has(entry)).map((entry) => `missing: ${entry}`);
  return [...beyond, ...missing];
}
