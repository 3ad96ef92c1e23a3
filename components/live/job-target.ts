/**
 * The values of an operation's address, from what its acceptance answered: `/referrals/{id}` finds its `id` in
 * `referral_id`.
 */
export function targetOf(path: string, identifiers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    [...path.matchAll(/\/([a-z-]+)s\/\{(\w+)\}/g)].flatMap(([, record = "", parameter = ""]) => {
      const value = identifiers[`${record.replaceAll("-", "_")}_${parameter}`];
      return value === undefined ? [] : [[parameter, value]];
    }),
  );
}
