/** The scopes that a client may ask for. Which records and operations they cover, the person chooses. */
export const SCOPES = ["read", "draft"] as const;

type Scope = (typeof SCOPES)[number];

/**
 * Returns the scopes of a `scope` parameter that exist here, all without one; null if it names none of them. Others are
 * left out, and the answer says what was granted (RFC 6749, section 3.3).
 */
export function scopesOf(text: string | null): Scope[] | null {
  const asked = text?.split(" ").filter((each) => each !== "") ?? [];
  if (asked.length === 0) return [...SCOPES];
  const known = SCOPES.filter((scope) => asked.includes(scope));
  return known.length > 0 ? known : null;
}

/** Returns the scopes of a grant, as a `scope` parameter. */
export const grantedScope = ({ reads, drafts }: { reads: readonly string[]; drafts: readonly string[] }): string =>
  [...(reads.length > 0 ? ["read"] : []), ...(drafts.length > 0 ? ["draft"] : [])].join(" ");
