import type { DemoFile } from "#lib/launcher/demo-file";

/** Returns the three headers of section 5 of the interface for each linked account of the demo. */
export const headersOfAccounts = (demo: DemoFile): Record<string, string>[] =>
  demo.organizations.flatMap(({ client_id, client_secret, accounts }) =>
    accounts.map(({ access_token }) => ({ client_id, client_secret, access_token })),
  );

/** Returns the three headers of the demo's first organization and account. */
export function apiHeaders(demo: DemoFile): Record<string, string> {
  const [headers] = headersOfAccounts(demo);
  if (!headers) throw new Error("The demo has no organization");
  return headers;
}
