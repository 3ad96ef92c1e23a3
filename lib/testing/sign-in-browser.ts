import NextAuth, { type NextAuthOptions } from "next-auth";
import { expect } from "vitest";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { answerSignIn } from "#lib/api/sign-in/sign-in-endpoint";

/** Cookies of one site. */
class Jar {
  readonly kept = new Map<string, string>();

  keep(answer: Response): Response {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /max-age=0/i.test(cookie)) this.kept.delete(name);
      else this.kept.set(name, value);
    }
    return answer;
  }

  get header(): string {
    return [...this.kept].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

/** The cookie of a choice that the browser must make. */
export const CHOICE = "crc.sign-in.choice";

/** Expects a redirect to the page of the choice, and no session. */
export function expectChoice(browser: SignInBrowser, answer: Response, next = ""): void {
  expect(answer.status).toBe(302);
  expect(new URL(answer.headers.get("location") ?? "").pathname).toBe("/sign-in/choose");
  expect(new URL(answer.headers.get("location") ?? "").search).toBe(next);
  expect([...browser.console.kept.keys()].filter((name) => !name.includes("csrf"))).toEqual([CHOICE]);
}

/**
 * Calls the sign-in library through its Pages Router handler, which does not need the framework. Returns its response.
 */
async function libraryAnswer(request: Request, nextauth: string[], options: NextAuthOptions): Promise<Response> {
  const url = new URL(request.url);
  const cookies = new Jar();
  for (const pair of (request.headers.get("cookie") ?? "").split("; ").filter(Boolean)) {
    const [name = "", value = ""] = pair.split("=");
    cookies.kept.set(name, decodeURIComponent(value));
  }
  const body = Object.fromEntries(new URLSearchParams(await request.text()));
  const query = { ...Object.fromEntries(url.searchParams), nextauth };
  const given = { method: request.method, headers: {}, query, cookies: Object.fromEntries(cookies.kept), body };
  const set = new Map<string, string | string[]>();
  let status = 200;
  let sent = "";
  const response = {
    getHeader: (name: string) => set.get(name.toLowerCase()),
    setHeader(name: string, value: string | string[]) {
      set.set(name.toLowerCase(), value);
      return response;
    },
    status(code: number) {
      status = code;
      return response;
    },
    send: (text: unknown) => {
      sent = typeof text === "string" ? text : JSON.stringify(text);
    },
    json: (value: unknown) => response.send(value),
    end: () => undefined,
  };
  // NextAuth's types ask for whole requests and responses of Next.js; it uses these parts.
  await NextAuth(given as never, response as never, options);
  const headers = new Headers();
  for (const [name, value] of set) for (const each of [value].flat()) headers.append(name, each);
  return new Response(sent, { status, headers });
}

/** A browser that signs in through a provider: calls the console's handlers directly, and the provider over HTTP. */
export class SignInBrowser {
  readonly #origin: string;
  readonly #address: string;
  readonly console = new Jar();
  readonly #provider = new Jar();

  constructor(origin: string, address = "192.0.2.1") {
    this.#origin = origin;
    this.#address = address;
  }

  async #ask(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#origin);
    const [, , , ...nextauth] = url.pathname.split("/");
    const headers = new Headers(init.headers);
    headers.set("cookie", this.console.header);
    headers.set(CALLER_ADDRESS_HEADER, this.#address);
    const request = new Request(url, { ...init, headers });
    const answered = answerSignIn(request, nextauth, (options) => libraryAnswer(request, nextauth, options));
    return this.console.keep(await answered);
  }

  async #csrfToken(): Promise<string> {
    return ((await (await this.#ask("/api/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
  }

  /** Signs in with a password, like the sign-in page. Returns the response's status. */
  async signInByPassword(email: string, password: string): Promise<number> {
    const body = new URLSearchParams({ csrfToken: await this.#csrfToken(), email, password, json: "true" });
    return (await this.#ask("/api/auth/callback/credentials", { method: "POST", body })).status;
  }

  /** Calls a route of the pages before a session, like them. Returns its status and body. */
  async post(
    route: (request: Request) => Promise<Response>,
    body: Record<string, unknown>,
  ): Promise<{ status: number; body: Record<string, unknown>; retryAfter: string | null }> {
    const request = new Request(new URL("/api/second-factor", this.#origin), {
      method: "POST",
      headers: {
        cookie: this.console.header,
        origin: this.#origin,
        host: new URL(this.#origin).host,
        "content-type": "application/json",
        [CALLER_ADDRESS_HEADER]: this.#address,
      },
      body: JSON.stringify(body),
    });
    const answer = this.console.keep(await route(request));
    return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get("retry-after") };
  }

  /**
   * Requests the redirect to the provider, like the sign-in page. `invitation`: the token of the page's link; `origin`: of
   * the page.
   */
  leave(
    next = "/",
    provider = "oidc",
    { invitation, origin = this.#origin }: { invitation?: string; origin?: string } = {},
  ): Promise<Response> {
    return this.#ask(`/api/auth/signin/${provider}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, host: new URL(this.#origin).host },
      body: JSON.stringify({ next, invitation }),
    });
  }

  /** Signs in at the provider, to which `leave` redirected. Returns the URL that the provider redirects to. */
  async signInThere(left: Response, email: string): Promise<URL> {
    let { url } = (await left.json()) as { url: string };
    let body: URLSearchParams | null = null;
    for (;;) {
      const headers = { cookie: this.#provider.header };
      const answer = await fetch(url, { redirect: "manual", headers, ...(body ? { method: "POST", body } : {}) });
      this.#provider.keep(answer);
      body = null;
      const location = answer.headers.get("location");
      if (location) url = new URL(location, url).href;
      else if (answer.ok) body = new URLSearchParams({ email });
      else throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
      if (url.startsWith(this.#origin)) return new URL(url);
    }
  }

  /** Follows the provider's redirect to the console. */
  comeBack(address: URL): Promise<Response> {
    return this.#ask(address.href);
  }

  /** Signs in through the provider. Returns the response to the final redirect. */
  async signIn(email: string, next?: string, provider?: string, invitation?: string): Promise<Response> {
    const left = await this.leave(next, provider, invitation === undefined ? {} : { invitation });
    return this.comeBack(await this.signInThere(left, email));
  }
}
