import { ask, route } from "./api.ts";
import type { TestAccount } from "./linked-account.ts";

/** A link token of an account's organization, with the headers of its view. */
export interface TestLink {
  id: string;
  headers: Record<string, string>;
}

/** Makes a link token for a page of an origin, which it registers. */
export async function makeLinkToken({ headers }: Pick<TestAccount, "headers">, origin: string): Promise<TestLink> {
  const send = async (path: string, body: object) =>
    JSON.parse((await ask(route("POST", path), { headers, body: JSON.stringify(body) })).text);
  await send("/embed/origins", { origin });
  const made = await send("/link-tokens", { user_id: "customer-12", organization_name: "Elm Street", origin });
  return { id: made.link_token_id, headers: { authorization: `Bearer ${made.link_token}` } };
}
