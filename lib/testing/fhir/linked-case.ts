import { connectorOf } from "#lib/emr/connect";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import type { Query } from "#lib/testing/cut-jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { caseOf, type FhirCase } from "./replay/cases.ts";
import type { Quirks } from "./replay/quirks.ts";
import { type ReplayServer, startReplayServer } from "./replay/replay-server.ts";

/** A case whose server is running, with an account that is linked to it and not yet synced. */
export interface LinkedCase {
  server: ReplayServer;
  account: TestAccount;
  case: FhirCase;
  /** Lets happen what the case says comes after the first sync. */
  goOn(): Promise<void>;
}

/** Links a new account to a server after a probe, which only reads by default; `settings` are further fields of its connection. */
export async function linkServer(
  query: Query,
  { baseUrl }: { baseUrl: string },
  settings: Partial<FhirConnection> = {},
  { writeProbes = false }: { writeProbes?: boolean } = {},
): Promise<TestAccount> {
  const account = await makeLinkedAccount({ emrType: "fhir" });
  const connection = { base_url: baseUrl, auth: { kind: "none" as const }, ...settings };
  const signal = new AbortController().signal;
  const profile = await connectorOf("fhir").probe?.(connection, { writeProbes, signal });
  await query("UPDATE linked_account SET connection = $2, profile = $3 WHERE id = $1", [
    account.tenant.linkedAccountId,
    connection,
    profile,
  ]);
  return account;
}

/** Starts the server of a case, with quirks of one's own added, and links an account to it. */
export async function linkCase(
  query: Query,
  name: string,
  { writeProbes = false, quirks = {} }: { writeProbes?: boolean; quirks?: Partial<Quirks> } = {},
): Promise<LinkedCase> {
  const found = caseOf(name);
  const server = await startReplayServer({ ...found.quirks, ...quirks });
  await server.load(found.resources);
  return {
    server,
    case: found,
    account: await linkServer(query, server, {}, { writeProbes }),
    async goOn() {
      server.quirks = { ...server.quirks, ...found.later.quirks };
      await server.load(found.later.resources ?? []);
    },
  };
}
