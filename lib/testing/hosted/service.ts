import type { Faults } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { Account, HostedEvent, Job, LinkToken } from "./state.ts";
import type { Variants } from "./variants.ts";

/** The state that the parts of the server share. */
export interface Service {
  variants: Variants;
  ledger: Ledger;
  faults: Faults;
  client: { client_id: string; client_secret: string };
  /** By access token. */
  accounts: Map<string, Account>;
  jobs: Job[];
  events: HostedEvent[];
  /** URLs by id of the registration. */
  webhooks: Map<string, string>;
  /** Signs the events of the client. */
  secret: string;
  rotation: Rotation;
  /** By token. */
  linkTokens: Map<string, LinkToken>;
  /** Accounts by public token, once each. */
  publicTokens: Map<string, Account>;
  /** Operations that the EMR lacks, such as `POST /payments`. */
  unsupported: Set<string>;
  /** Optional fields of POST /tasks that the EMR requires. */
  requiredOfTasks: string[];
  times: Times;
  /** Deliveries and works that are under way. */
  underWay: Set<Promise<unknown>>;
  queue(job: Job): void;
  emit(event: Pick<HostedEvent, "account" | "type" | "jobId" | "data" | "callbackUrls">): HostedEvent;
  makeAccount(reference: string): Account;
}

/**
 * Answer to POST /webhook/rotate-secret: with the new secret, without it, or a status of a service that has no such request and
 * makes a new secret for each registration.
 */
export type Rotation = "shown" | "silent" | 404 | 405 | 410 | 501;

/** Times in milliseconds. */
export interface Times {
  /** From the acceptance to the work in the EMR; null leaves it to `finish`. */
  workMs: number | null;
  /** Between two attempts of a delivery. */
  attemptsApartMs: number;
  /** Of one attempt. */
  attemptMs: number;
}
