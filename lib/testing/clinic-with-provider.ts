import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { makeLinkedAccount } from "./linked-account.ts";
import { type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";
import { addPeople } from "./people.ts";
import type { SignInBrowser } from "./sign-in-browser.ts";
import { type TestDatabase, testDatabase } from "./test-database.ts";

/** URL of the console in these tests. */
export const CONSOLE = "http://127.0.0.1:3000";

/** Email address of a user who may sign in. */
export const ADA = "ada@clinic.example";

interface ClinicWithProvider {
  database: TestDatabase;
  userId: string;
  organizationId(): string;
  provider(): OpenIdProvider;
  /** Sets environment variables of the console for the rest of the test. */
  configure(variables: Record<string, string>): void;
}

/**
 * Creates an organization whose users sign in through a test OpenID provider; call it once, at the top of a test file.
 * Besides ADA there are gone@ (deactivated), unverified.bob@ (not verified by the provider) and kate@.
 */
export function clinicWithProvider(): ClinicWithProvider {
  const database = testDatabase();
  const userId = newId();
  let organizationId = "";
  let provider: OpenIdProvider;

  const configure = (variables: Record<string, string>) => {
    Object.assign(process.env, variables);
    forgetSingleton("environment");
  };

  beforeAll(async () => {
    provider = await startOpenIdProvider(`${CONSOLE}/api/auth/callback/oidc`);
    ({ organizationId } = (await makeLinkedAccount()).tenant);
    const person = { name: "Ada", passwordHash: null, role: "staff" as const };
    await addPeople(organizationId, [
      { ...person, id: userId, email: ADA },
      { ...person, id: newId(), email: "gone@clinic.example", deactivatedAt: new Date() },
      { ...person, id: newId(), email: "unverified.bob@clinic.example" },
      { ...person, id: newId(), email: "kate@clinic.example" },
    ]);
  });
  beforeEach(async () => {
    configure({ ...provider.variables, NEXTAUTH_URL: CONSOLE });
    await database.asOwner("DELETE FROM sign_in_bucket");
    await database.asOwner("UPDATE app_user SET identity_issuer = NULL, identity_subject = NULL");
  });
  afterEach(() => provider.change(null));
  afterAll(() => provider.stop());
  return { database, userId, organizationId: () => organizationId, provider: () => provider, configure };
}

/** Expects a redirect to the sign-in page with only this reason, and no session. */
export function expectRefused(browser: SignInBrowser, answer: Response, reason: string, next = ""): void {
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe(`/sign-in?${next}refused=${reason}`);
  expect([...browser.console.kept.keys()].filter((name) => !name.includes("csrf"))).toEqual([]);
}
