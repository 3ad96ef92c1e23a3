import type { AnyBody } from "./any-body.ts";
import type { OAuthServer } from "./oauth-server.ts";

type Headers = Record<string, string>;

/** An answer of the authorization server. */
export interface FlowAnswer {
  status: number;
  headers: globalThis.Headers;
  body: AnyBody;
}

/** What a client of the authorization server sends over HTTP, for tests that send what it should not. */
export function oauthFlow(server: () => OAuthServer) {
  const send = async (path: string, body: Headers | string, headers: Headers = {}): Promise<FlowAnswer> => {
    const answer = await fetch(new URL(path, server().origin), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: typeof body === "string" ? body : new URLSearchParams(body).toString(),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
  };
  const exchange = (form: Headers) => send("/api/oauth/token", form);
  const ask = (token: string | null) =>
    fetch(server().mcp, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
  return {
    /** Posts a form, or a text as it is. */
    send,
    register: (body: unknown) =>
      send("/api/oauth/register", JSON.stringify(body), { "content-type": "application/json" }),
    /** Asks for tokens. */
    exchange,
    refreshed: (clientId: string, refresh_token: string, more: Headers = {}) =>
      exchange({ grant_type: "refresh_token", client_id: clientId, refresh_token, ...more }),
    /** Sends a message to `/mcp`. */
    ask,
    opens: async (token: string) => (await ask(token)).status === 200,
  };
}
