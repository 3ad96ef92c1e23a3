import { and, eq, inArray, isNull } from "drizzle-orm";
import { oauthCredential } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { present, presentMs } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import { enter, oauthCredentialEntries } from "#lib/security/credentials/directory";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";

/** Lifetimes in seconds. */
export const CODE_S = 60;
export const ACCESS_S = 3_600;
/** Of a grant, and with it of its last refresh token. */
export const GRANT_S = 90 * 86_400;

/** The beginnings of the credentials, by which they can be told apart wherever one turns up. */
const PREFIXES = { code: "mcpc", access: "mcpa", refresh: "mcpr" } as const;

type Kind = keyof typeof PREFIXES;

export type Credential = typeof oauthCredential.$inferSelect;

/** Returns whether a text has the form of a credential of a kind. */
export const isOfKind = (kind: Kind, text: string): boolean => text.startsWith(`${PREFIXES[kind]}_`);

interface Issued {
  organizationId: string;
  grantId: string;
  kind: Kind;
  resource: string;
  seconds: number;
  redirectUri?: string;
  codeChallenge?: string;
  parentId?: string;
}

/** Issues a credential, of which only the digest is stored. */
export async function issue(tx: Transaction, { kind, seconds, ...given }: Issued): Promise<string> {
  const secret = newToken(PREFIXES[kind]);
  const row = { id: newId(), kind, hash: hashToken(secret), ...given };
  await tx.insert(oauthCredential).values({ ...row, expiresAt: new Date(presentMs() + seconds * 1_000) });
  await enter(tx, oauthCredentialEntries(row));
  return secret;
}

/** Withdraws the credentials that were issued for a code or refresh token. */
export async function withdrawIssuedFor(tx: Transaction, parentId: string): Promise<void> {
  await tx
    .update(oauthCredential)
    .set({ endedAt: present() })
    .where(and(eq(oauthCredential.parentId, parentId), isNull(oauthCredential.endedAt)));
}

/** Returns whether a refresh token that was issued for a code or refresh token has been used. */
export async function isContinued(tx: Transaction, parentId: string): Promise<boolean> {
  const issued = await tx
    .select({ usedAt: oauthCredential.usedAt })
    .from(oauthCredential)
    .where(and(eq(oauthCredential.parentId, parentId), inArray(oauthCredential.kind, ["refresh"])));
  return issued.some(({ usedAt }) => usedAt !== null);
}
