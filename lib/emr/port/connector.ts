import type { z } from "zod";
import type { SignAssertion } from "./assertion.ts";
import type { EmrCalls } from "./calls.ts";
import type { Capability, RequiredFields, UnsupportedFields } from "./capability.ts";
import type { EventWebhook } from "./event-webhook.ts";
import type { Grants } from "./grants.ts";
import type { MrnSystem } from "./mrn-system.ts";
import type { EmrConnection } from "./port.ts";
import type { Profile } from "./profile.ts";
import type { KindSupport, SyncKind } from "./sync.ts";

/** A linked account as its connector sees it. */
export interface EmrAccount {
  id: string;
  organizationId: string;
  name: string;
  emrType: string;
  /** IANA name. */
  timezone: string;
  /** The `connection` of the account with its opened secrets; null for a connector that needs none. */
  connection: Record<string, unknown> | null;
  /** The findings of the last probe; null before the first one, and for a connector without a probe. */
  profile?: Profile | null;
  /** Signs with the key of the organization, for an EMR that knows its public keys. */
  sign?: SignAssertion;
  /** The organization's authorizations, for an EMR at which people sign in. */
  grants?: Grants;
}

/** A kind of EMR in words: what a browser needs to know of it. */
export interface EmrKind {
  /** `emr_type` of its accounts. */
  emrType: string;
  /** Name for people, such as "Records API". */
  name: string;
  /** One sentence for admins who link one. */
  about: string;
  /** True if a probe can try writes as well, with an admin's consent. */
  probesWrites?: true;
  /** True if vendors publish the addresses of their servers in directories (lib/emr-directory). */
  isPublished?: true;
}

/** How a connection is tried. */
export interface ProbeOptions {
  /** Whether writes may be tried as well. */
  writeProbes: boolean;
  signal: AbortSignal;
  /** The last profile of the same EMR, for findings that reads cannot repeat. */
  before?: Profile | null;
  /** Signs with the key of the organization, for an EMR that knows its public keys. */
  sign?: SignAssertion;
  /** The organization's authorizations, for an EMR at which people sign in. */
  grants?: Grants;
}

/** A kind of EMR: how to probe one, and how to open a connection to one. */
export interface Connector<Connection = unknown> extends EmrKind {
  /** The capabilities that a connection can have at most; a probe may find fewer. */
  capabilities: ReadonlySet<Capability>;
  requiredFields: RequiredFields;
  /** Fields without a place in this EMR: a request that sets one is 400, and forms leave them out. */
  unsupportedFields: UnsupportedFields;
  /** Schema of `connection` (decisions §12); null for a connector that needs none. */
  connection: z.ZodType<Connection> | null;
  /** Paths of the fields of `connection` that are sealed and never read back, such as `auth.client_secret`. */
  secrets: readonly string[];
  /** True if a newly linked account writes nothing until an admin switches operations on. */
  readOnlyAtFirst: boolean;
  /** True if its connections have `passOn`: an acceptance waits briefly for the EMR's own answer (decisions §4). */
  passesOn?: true;
  /** Returns how the connections of accounts with this profile read each kind of record; null before the first probe. */
  kinds(profile: Profile | null): Readonly<Record<SyncKind, KindSupport>>;
  /** Returns a connection without calling the EMR. */
  open(account: EmrAccount, connection: Connection, calls: EmrCalls): EmrConnection;
  /**
   * Tries what the EMR does, by reads alone unless `writeProbes`. An unreachable EMR is a finding. Null for a connector
   * whose capabilities are known without trying.
   */
  probe: ((connection: Connection, options: ProbeOptions) => Promise<Profile>) | null;
  /**
   * Returns a profile with the findings of an earlier one of the same EMR that it could not tell, such as those of writes.
   * Undefined if a probe tells all of them.
   */
  keepFindings?(profile: Profile, before: Profile): Profile;
  /**
   * Reads the identifiers of some patients, among which an admin chooses the MRN. Their values are shown and never kept.
   * Undefined for an EMR that knows its MRNs itself. Throws EmrErrors.
   */
  readMrnSystems?(connection: Connection, options: Omit<ProbeOptions, "writeProbes">): Promise<MrnSystem[]>;
  /**
   * Returns ids of some records of the connection's account that the EMR has made itself and gives to no other account. By
   * one that was read before, an account is known again under another access token. Undefined for an EMR whose accounts
   * have no tokens of their own. Throws EmrErrors.
   */
  readOwnIds?(connection: Connection, signal: AbortSignal): Promise<string[]>;
  /**
   * Returns what identifies the client of a stored connection, whose secrets are not needed, at an EMR that sends the events of
   * all accounts of a client to one webhook; null if it does not. Undefined for an EMR without such webhooks. `accountId`: of an EMR
   * whose accounts have a webhook each.
   */
  eventClient?(stored: Record<string, unknown>, accountId: string): string | null;
  /** Returns the webhook of a connection's client without calling the EMR; null if the EMR has none. */
  eventWebhook?(connection: Connection, options: Pick<ProbeOptions, "sign" | "grants">): EventWebhook | null;
  /** Kinds of whose changes its webhook receives notices, in place of events; the EMR has no log of them. */
  noticedKinds?: readonly SyncKind[];
  /** Readies the EMR for a sync at the given moment; `first` until one was complete. May run again at any time. */
  prepare?(account: EmrAccount, when: { now: Date; first: boolean }): Promise<void>;
}
