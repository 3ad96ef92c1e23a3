import { GET as CALLBACK } from "#app/api/emr-authorization/callback/route.ts";
import { POST as START } from "#app/api/emr-authorization/start/route.ts";

const ORIGIN = "http://127.0.0.1:3000";

/** Cookies of one site. */
class Cookies {
  readonly #kept = new Map<string, string>();

  keep(answer: Response): Response {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") this.#kept.delete(name);
      else this.#kept.set(name, value);
    }
    return answer;
  }

  get header(): string {
    return [...this.#kept].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

/** Returns the outcome that an answer of ours leads to. */
export const outcomeOf = (answer: Response): string | null =>
  new URL(answer.headers.get("location") ?? "", ORIGIN).searchParams.get("outcome");

/** A browser in which somebody signs in at an EMR: calls our handlers directly, and the EMR over HTTP. */
export class EmrBrowser {
  readonly #ours = new Cookies();
  readonly #theirs = new Cookies();

  /**
   * Begins as a form of our own page does: in a window of its own, or with a link token in place of the page. Returns the answer, of
   * which `addressIn` takes the address.
   */
  async leave(start: string, origin = ORIGIN, linkToken?: string): Promise<Response> {
    const headers = { origin, host: new URL(ORIGIN).host, cookie: this.#ours.header };
    const body = new URLSearchParams({ start, ...(linkToken !== undefined && { link_token: linkToken }) });
    const url = `${ORIGIN}/api/emr-authorization/start`;
    return this.#ours.keep(await START(new Request(url, { method: "POST", headers, body })));
  }

  /** Returns the address at the EMR to which our page leads on. */
  static async addressIn(left: Response): Promise<string> {
    const [, address = ""] = /<a href="([^"]+)"/.exec(await left.text()) ?? [];
    return address.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  }

  /** Signs in at the EMR, and allows or refuses. Returns the address with which the EMR leads back. */
  async signInThere(address: string, choice: "allow" | "refuse" = "allow"): Promise<URL> {
    let body: URLSearchParams | null = null;
    for (let url = address; ; ) {
      const headers = { cookie: this.#theirs.header };
      const answer = await fetch(url, { redirect: "manual", headers, ...(body ? { method: "POST", body } : {}) });
      this.#theirs.keep(answer);
      body = null;
      const location = answer.headers.get("location");
      if (location) url = new URL(location, url).href;
      else if (answer.ok) body = new URLSearchParams({ choice });
      else throw new Error(`The EMR answered ${answer.status}: ${await answer.text()}`);
      if (url.startsWith(ORIGIN)) return new URL(url);
    }
  }

  /** Follows the EMR back to us. Returns the answer. */
  async follow(address: URL): Promise<Response> {
    const headers = { cookie: this.#ours.header };
    return this.#ours.keep(await CALLBACK(new Request(address, { headers })));
  }

  /** Follows the EMR back to us. Returns the outcome. */
  async comeBack(address: URL): Promise<string | null> {
    return outcomeOf(await this.follow(address));
  }

  /** Goes the whole way. Returns the outcome. */
  async authorize(start: string, choice?: "allow" | "refuse"): Promise<string | null> {
    const address = await EmrBrowser.addressIn(await this.leave(start));
    return this.comeBack(await this.signInThere(address, choice));
  }
}
