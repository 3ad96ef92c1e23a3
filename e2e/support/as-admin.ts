import type { DemoFile } from "#lib/launcher/demo-file";
import { sharedSession } from "./session.ts";

/** Sends a request below /v1, and returns the answer's body. Rejects with what a refusal says. */
export type AskAsAdmin = <Body>(method: string, path: string, body?: object) => Promise<Body>;

/** Returns how `/v1` is asked as an admin of the demo's first organization, for its first account. */
export async function asAdmin(demo: DemoFile): Promise<AskAsAdmin> {
  const { account, cookies } = await sharedSession(demo, "admin");
  const headers = {
    "content-type": "application/json",
    origin: demo.console_url,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "x-linked-account": account.slice(account.lastIndexOf("/") + 1),
  };
  return async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await fetch(`${demo.base_url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const answered = (await answer.json()) as Body & { message?: string };
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${answered.message}`);
    return answered;
  };
}
