import { randomBytes } from "node:crypto";
import type { DemoFile } from "#lib/launcher/demo-file";

/** A random text in everything that is sent; logs, metrics and URLs must not contain it. */
export const CANARY = `Canary${randomBytes(8).toString("hex")}`;
/** A callback URL on a closed port: every delivery fails, and the URL contains a secret, as partners' URLs do. */
export const CALLBACK = `http://127.0.0.1:1/${CANARY}?key=${CANARY}`;

/** Returns whether a text contains the canary, in any case. */
export const bearsCanary = (text: string): boolean => text.toLowerCase().includes(CANARY.toLowerCase());

export type Json = Record<string, unknown>;

export interface Answered {
  status: number;
  text: string;
  body: Json;
}

/**
 * Calls the product as the second organization, as its API client and as one of its users. No other spec uses this
 * organization's records.
 */
export class CanaryCaller {
  readonly #demo: DemoFile;
  readonly integrator: Record<string, string>;
  /** Every credential and secret that was sent or received. */
  readonly secrets = new Set<string>();
  cookie = "";
  account = "";

  constructor(demo: DemoFile) {
    this.#demo = demo;
    const organization = demo.organizations[1];
    this.integrator = {
      client_id: organization?.client_id ?? "",
      client_secret: organization?.client_secret ?? "",
      access_token: organization?.accounts[0]?.access_token ?? "",
    };
    for (const { client_secret, webhook_secret, accounts, users } of demo.organizations) {
      const all = [client_secret, webhook_secret, ...accounts.map((each) => each.access_token)];
      for (const secret of [...all, ...users.map((each) => each.password)]) this.secrets.add(secret);
    }
  }

  async ask(method: string, path: string, given: { headers?: Json; body?: unknown } = {}): Promise<Answered> {
    const { headers = this.integrator, body } = given;
    const answer = await fetch(`${this.#demo.console_url}${path}`, {
      method,
      redirect: "manual",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...(headers as HeadersInit) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    let parsed: Json = {};
    if (answer.headers.get("content-type")?.startsWith("application/json")) parsed = JSON.parse(text) as Json;
    return { status: answer.status, text, body: parsed };
  }

  /** Returns the records of a list of `/v1`; `name` is the list's field in the answer. */
  async list(path: string, name: string): Promise<Json[]> {
    return ((await this.ask("GET", `/v1${path}`)).body[name] ?? []) as Json[];
  }

  get person(): Record<string, string> {
    const { origin } = new URL(this.#demo.console_url);
    return { cookie: this.cookie, "x-linked-account": this.account, origin };
  }

  /** Signs in as the sign-in page does. Returns the status. */
  async signIn(email: string, password: string): Promise<number> {
    const url = this.#demo.console_url;
    const csrf = await fetch(`${url}/api/auth/csrf`);
    const cookies = csrf.headers.getSetCookie().map((each) => each.split(";")[0]);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const answer = await fetch(`${url}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { cookie: cookies.join("; "), "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email, password, csrfToken, json: "true" }),
    });
    const session = answer.headers.getSetCookie().find((each) => each.startsWith("crc.session="));
    this.cookie = session?.split(";")[0] ?? this.cookie;
    if (session) this.secrets.add(this.cookie.slice("crc.session=".length));
    return answer.status;
  }

  /** Collects every secret in an answer: no other place may contain it. */
  noteSecrets(value: unknown): void {
    if (typeof value === "object" && value !== null) {
      for (const part of Object.values(value)) this.noteSecrets(part);
    } else if (typeof value === "string" && /(^|#)(secret|token|invitation|whsec|embed|mcp)_.{20}/.test(value)) {
      this.secrets.add(value.split("#").at(-1) ?? value);
    }
  }
}
