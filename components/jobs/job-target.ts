/** The records that an operation's address names, by what its acceptance calls them: `recall_id` for `/recalls/{id}`. */
const recordsOf = (path: string, identifiers: Record<string, string>) =>
  [...path.matchAll(/\/([a-z-]+)s\/\{(\w+)\}/g)].flatMap(([, record = "", parameter = ""]) => {
    const name = `${record.replaceAll("-", "_")}_${parameter}`;
    const value = identifiers[name];
    return value === undefined ? [] : [{ name, parameter, value }];
  });

/**
 * The values of an operation's address, from what its acceptance answered: `/referrals/{id}` finds its `id` in
 * `referral_id`.
 */
export const targetOf = (path: string, identifiers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(recordsOf(path, identifiers).map(({ parameter, value }) => [parameter, value]));

/** The same under the names that the acceptance and the result have for them: `{ referral_id }`. */
export const targetRecords = (path: string, identifiers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(recordsOf(path, identifiers).map(({ name, value }) => [name, value]));
