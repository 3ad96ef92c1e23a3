import { ask, route } from "./api.ts";
import type { TestAccount } from "./linked-account.ts";

/** A link token of an account's organization, with the headers of its view. */
export interface TestLink {
  id: string;
  token: string;
  headers: Record<string, string>;
}

/** Makes a link token for a page of an origin, which it registers; `more` is asked for besides, or otherwise. */
export async function makeLinkToken(
  { headers }: Pick<TestAccount, "headers">,
  origin: string,
  more: Record<string, unknown> = {},
): Promise<TestLink> {
  const send = async (path: string, body: object) =>
    JSON.parse((await ask(route("POST", path), { headers, body: JSON.stringify(body) })).text);
  await send("/embed/origins", { origin });
  const made = await send("/link-tokens", { user_id: "customer-12", organization_name: "Elm Street", origin, ...more });
  return { id: made.link_token_id, token: made.link_token, headers: { authorization: `Bearer ${made.link_token}` } };
}

/** Returns the headers of an account's API client alone, without its access token. */
export const withoutAccount = ({ headers: { client_id, client_secret } }: Pick<TestAccount, "headers">) => ({
  client_id,
  client_secret,
});

/** An account that a partner's client has linked, with the headers by which its records are read. */
export interface PartnersAccount {
  id: string;
  headers: TestAccount["headers"];
}

/** Links a sandbox as a customer of the partner does, and exchanges the public token. */
export async function linkByPartner(
  account: Pick<TestAccount, "headers">,
  customer: string,
  writes: readonly string[] = ["payments:create"],
): Promise<PartnersAccount> {
  const origin = "https://portal.example";
  const send = async (path: string, headers: Record<string, string>, body: object, id?: string) =>
    JSON.parse(
      (
        await ask(route("POST", path), {
          headers,
          ...(id !== undefined && { params: { id } }),
          body: JSON.stringify(body),
        })
      ).text,
    );
  await send("/embed/origins", account.headers, { origin });
  const alone = withoutAccount(account);
  const asked = { user_id: customer, organization_name: "Elm Street", origin, writes };
  const { link_token_id, link_token } = await send("/link-tokens", alone, asked);
  const view = { authorization: `Bearer ${link_token}` };
  const emr = { name: "Elm Street", emr_type: "sandbox", timezone: "America/New_York", writes };
  const { public_token } = await send("/link-tokens/{id}/account", view, emr, link_token_id);
  const { access_token, linked_account_id } = await send("/link-tokens/exchange", alone, { public_token });
  return { id: linked_account_id, headers: { ...alone, access_token } };
}
