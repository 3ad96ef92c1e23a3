/** Who did something, as it is stored with a job and in the audit log. */
export interface Actor {
  kind: "api_client" | "user" | "embed";
  id: string;
  /** What people are shown: the API client's or the person's name. */
  name: string;
}

/** Whose data a transaction may see. An organization's own records have no linked account. */
export interface Tenant {
  organizationId: string;
  linkedAccountId: string | null;
}

/**
 * Something that credentials rest on, by its kind and id: once one of a caller's grounds is over, the caller is refused,
 * and what was opened by them ends.
 */
export type Ground =
  `${"access-token" | "api-client" | "client-secret" | "embed-origin" | "embed-session" | "person" | "session"}:${string}`;

/** What an embedded view's token adds to who calls (decisions §9). */
export interface EmbedScope {
  sessionId: string;
  /** The API client whose back end made the session: its subscriptions and its signature apply. */
  apiClientId: string;
  /** The one patient whose data may be seen and written, where the view was made for one. */
  patientMrn: string | null;
  /** The one job that may be seen, where the view was made for one. */
  jobId: number | null;
}

/** Who calls `/v1`, whichever of the three ways in they took (decisions §2). */
export interface Principal {
  organizationId: string;
  linkedAccountId: string;
  actor: Actor;
  permissions: ReadonlySet<string>;
  grounds: readonly Ground[];
  /** Of the caller by an embed token alone. */
  embed?: EmbedScope;
}
