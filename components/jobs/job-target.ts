/** Maps the path parameters of an operation to their names in the acceptance: `recall_id` for `/recalls/{id}`. */
const recordsOf = (path: string, identifiers: Record<string, string>) =>
  [...path.matchAll(/\/([a-z-]+)s\/\{(\w+)\}/g)].flatMap(([, record = "", parameter = ""]) => {
    const name = `${record.replaceAll("-", "_")}_${parameter}`;
    const value = identifiers[name];
    return value === undefined ? [] : [{ name, parameter, value }];
  });

/**
 * Returns the values of an operation's path parameters from its acceptance: the `id` of `/referrals/{id}` is
 * `referral_id`.
 */
export const targetOf = (path: string, identifiers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(recordsOf(path, identifiers).map(({ parameter, value }) => [parameter, value]));

/** Returns the same values by their names in the acceptance and the result: `{ referral_id }`. */
export const targetRecords = (path: string, identifiers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(recordsOf(path, identifiers).map(({ name, value }) => [name, value]));
