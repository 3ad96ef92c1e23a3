import { type APIRequestContext, type BrowserContext, request } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";

export type Role = "admin" | "staff";

type Cookies = Parameters<BrowserContext["addCookies"]>[0];

export interface Session {
  cookies: Cookies;
  /** Address of the first linked account's pages, such as `http://127.0.0.1:4000/a/0190…`. */
  account: string;
}

/** Well below the idle timeout of a session. */
const FRESH_MS = 5 * 60_000;

const sessions = new Map<string, { at: number; session: Promise<Session> }>();

/** Returns the first organization's user with this role. */
export function userOf(demo: DemoFile, role: Role): { email: string; password: string } {
  const user = demo.organizations[0]?.users.find((each) => each.role === role);
  if (!user) throw new Error(`The demo has no ${role}`);
  return user;
}

/** Posts the credentials as the sign-in page does. Returns the status. */
async function postCredentials(
  context: APIRequestContext,
  { email, password }: { email: string; password: string },
): Promise<number> {
  const { csrfToken } = await (await context.get("/api/auth/csrf")).json();
  const form = { email, password, csrfToken, json: "true" };
  return (await context.post("/api/auth/callback/credentials", { form })).status();
}

async function startSession(demo: DemoFile, role: Role): Promise<Session> {
  const context = await request.newContext({ baseURL: demo.console_url });
  try {
    const status = await postCredentials(context, userOf(demo, role));
    if (status !== 200) throw new Error(`Signing in as ${role} answered ${status}`);
    const account = /.*\/a\/\w{32}/.exec((await context.get("/")).url())?.[0];
    if (!account) throw new Error("The console led to no account");
    return { account, cookies: (await context.storageState()).cookies };
  } finally {
    await context.dispose();
  }
}

/** Returns the id of the first organization's first account, whose practice in the simulated EMR has the same id. */
export async function firstAccount(demo: DemoFile): Promise<string> {
  const { account } = await sharedSession(demo, "admin");
  return account.slice(account.lastIndexOf("/") + 1);
}

/**
 * Returns a session of this role that the tests of one worker share. A test that ends its session needs a separate one.
 */
export function sharedSession(demo: DemoFile, role: Role): Promise<Session> {
  const key = `${demo.console_url} ${userOf(demo, role).email}`;
  const known = sessions.get(key);
  if (known && Date.now() - known.at < FRESH_MS) return known.session;
  const session = startSession(demo, role);
  sessions.set(key, { at: Date.now(), session });
  session.catch(() => sessions.delete(key));
  return session;
}
