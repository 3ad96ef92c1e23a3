import type { Fields } from "./answer.ts";
import type { HostedClinic } from "./clinic.ts";

/** An access token with what its EMR holds. */
export interface Account {
  token: string;
  /** The partner's own reference, which its events name. */
  reference: string;
  clinic: HostedClinic;
  isLoginLost: boolean;
}

/** An operation that was accepted, and is done later. */
export interface Job {
  id: number;
  account: Account;
  /** Method and path of its request. */
  operation: string;
  body: Fields;
  /** Identifiers of its acceptance. */
  ids: Fields;
  recordId: string;
  types: { done: string; failed: string };
  callbackUrls: string[];
  state: "queued" | "done" | "failed";
  /** Does it in the EMR, and returns the data of its event, or why the EMR refuses it. */
  perform(ehrId: string): { data: Fields } | { refused: string };
  /** Marks its record as failed. */
  fail(): void;
}

export interface HostedEvent {
  id: string;
  account: Account;
  type: string;
  /** ISO time. */
  created: string;
  jobId: number | null;
  data: Fields;
  deliveryStatus: "pending" | "delivered" | "failed";
  callbackUrls: string[];
}

export interface LinkToken {
  token: string;
  userId: string;
  expiresAt: number;
  isUsed: boolean;
  /** The account to repair; null makes a new one. */
  repairs: Account | null;
}
