import type { DemoFile } from "#lib/runtime/demo-file";

/** The three headers of section 5 of the interface, for the demo's first organization and account. */
export function apiHeaders(demo: DemoFile): Record<string, string> {
  const organization = demo.organizations[0];
  const account = organization?.accounts[0];
  if (!organization || !account) throw new Error("The demo has no organization");
  return {
    client_id: organization.client_id,
    client_secret: organization.client_secret,
    access_token: account.access_token,
  };
}
