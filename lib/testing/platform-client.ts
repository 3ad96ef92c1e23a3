import { vi } from "vitest";
import { forgetSingleton } from "#lib/kernel/singleton";
import { makeLinkToken } from "./link-token.ts";
import { makeLinkedAccount, type TestAccount } from "./linked-account.ts";
import type { TestDatabase } from "./test-database.ts";

/** Lets this process send mail, without which no organization is made for a clinic. Returns what ends it. */
export function withMail(): () => void {
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
  vi.stubEnv("MAIL_FROM", "records@clinic.example");
  forgetSingleton("environment");
  return () => {
    vi.unstubAllEnvs();
    forgetSingleton("environment");
  };
}

/** Makes a platform client with a registered origin of its pages. */
export async function makePlatformClient(database: TestDatabase, origin: string): Promise<TestAccount> {
  const made = await makeLinkedAccount();
  await makeLinkToken(made, origin);
  await database.asOwner("UPDATE api_client SET platform = true WHERE id = $1", [made.apiClientId]);
  return made;
}
