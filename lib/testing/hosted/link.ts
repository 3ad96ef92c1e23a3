import { randomBytes } from "node:crypto";
import { type Answer, answer, type Fields, missing, refusal } from "./answer.ts";
import type { Service } from "./service.ts";
import type { Account } from "./state.ts";

const LINK_TOKEN_MS = 30 * 60_000;

export const newToken = (kind: string): string => `${kind}-${randomBytes(18).toString("hex")}`;

/** Answers a request of the Link flow: two headers. Null if the path is another one. */
export function link(
  service: Service,
  method: string,
  path: string,
  { body, query }: { body: Fields; query: URLSearchParams },
): Answer | null {
  if (method === "POST" && path === "/link/token/create") {
    const repairs = typeof body.access_token === "string" ? service.accounts.get(body.access_token) : null;
    if (repairs === undefined) return refusal(404, "access_token is unknown");
    if (repairs === null && typeof body.user_id !== "string") return missing("user_id");
    const token = newToken("link");
    service.linkTokens.set(token, {
      token,
      userId: repairs?.reference ?? String(body.user_id),
      expiresAt: Date.now() + LINK_TOKEN_MS,
      isUsed: false,
      repairs,
    });
    return answer({ message: "Link token created", token });
  }
  if (method === "GET" && path === "/link/token/exchange") {
    const publicToken = query.get("public_token");
    if (publicToken === null) return missing("public_token");
    const account = service.publicTokens.get(publicToken);
    if (!account) return refusal(400, "public_token is unknown or was used");
    service.publicTokens.delete(publicToken);
    return answer({ access_token: account.token, access_token_reference_id: account.reference });
  }
  return null;
}

/**
 * Does what a person does in the dialog: links an account, or gives new credentials of one. Returns the public token.
 * Throws if the link token is unknown, used or over 30 minutes old.
 */
export function completeLink(service: Service, token: string, now: number = Date.now()): string {
  const found = service.linkTokens.get(token);
  if (!found || found.isUsed || found.expiresAt <= now) throw new Error("The link token is unknown, used or expired");
  found.isUsed = true;
  const account: Account = found.repairs ?? service.makeAccount(found.userId);
  account.isLoginLost = false;
  const publicToken = newToken("public");
  service.publicTokens.set(publicToken, account);
  return publicToken;
}
