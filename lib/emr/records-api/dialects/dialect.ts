import type { EventWebhook } from "#lib/emr/port/event-webhook";
import type { EmrConnection, KindSupport, SyncKind } from "#lib/emr/port/port";
import type { Profile } from "#lib/emr/port/profile";
import type { RecordsApiConnection } from "#lib/emr/records-api/connection";
import type { Remote } from "#lib/emr/records-api/remote";

/** The remote of one account, and what is known of it. */
export interface Spoken {
  remote: Remote;
  connection: RecordsApiConnection;
  /** Traits of the last probe; undefined before the first one. */
  traits: readonly string[] | undefined;
  /** IANA name. */
  timeZone: string;
}

/** The parts of a connection that a dialect decides: how the remote is read, written to, and tells how a write ended. */
export type DialectConnection = Pick<
  EmrConnection,
  | "repeats"
  | "passOn"
  | "signatureOf"
  | "readJob"
  | "eventLog"
  | "runsByReads"
  | "kinds"
  | "readPage"
  | "readEach"
  | "readSettings"
  | "listClaims"
  | "readReferral"
  | "readAppointment"
  | "readDocuments"
  | "readSchedules"
> &
  Partial<Pick<EmrConnection, "findPatients">>;

/** A way of speaking this interface: the names, pages and events of a kind of remote (additions §6). */
export interface Dialect {
  /**
   * Returns by what a remote was recognized, in words that follow "it"; null if it speaks otherwise. By reads alone. Left out
   * by the dialect that every remote speaks which no other one recognizes.
   */
  recognize?(remote: Remote, signal: AbortSignal): Promise<string | null>;
  /** Tries what a remote does, by reads alone. */
  probe(remote: Remote, signal: AbortSignal): Promise<Profile>;
  /** Returns how each kind of record is read from a remote with these traits; those of no probe if undefined. */
  kinds(traits: readonly string[] | undefined): Readonly<Record<SyncKind, KindSupport>>;
  /**
   * Returns the ids that the remote has made of some records which it shows, and gives to no other account. Throws EmrErrors.
   */
  readOwnIds(remote: Remote, signal: AbortSignal): Promise<string[]>;
  /**
   * Returns the webhook of a remote's client, without calling the remote. Left out by a dialect whose remotes send events to
   * callbacks alone.
   */
  webhook?(remoteOfClient: Remote): EventWebhook;
  /** Returns the connection's parts without calling the remote. */
  speak(spoken: Spoken, kinds: Readonly<Record<SyncKind, KindSupport>>): DialectConnection;
}
