import type { Metadata } from "./metadata.ts";

/** The author of a request, as stored with jobs and in the audit log. */
export interface Actor {
  kind: "api_client" | "user" | "embed" | "mcp_token";
  id: string;
  /** Displayed name of the API client or person; of a token, its person's name and its own. */
  name: string;
}

/** The author of an audit entry of a request that anybody can make without saying who they are. */
export const ANYBODY = { kind: "anonymous", id: "", name: "Somebody not signed in" } as const;

/** The author of an audit entry of a command that somebody with access to the deployment's machine has run. */
export const OPERATOR = { kind: "operator", id: "", name: "The operator" } as const;

/** The author of an audit entry: also an organization's directory by its SCIM token, the operator, and nobody known. */
export type AuditActor = Actor | (Omit<Actor, "kind"> & { kind: "scim_token" }) | typeof OPERATOR | typeof ANYBODY;

/** The tenant whose data a transaction may see. Records of an organization have no linked account. */
export interface Tenant {
  organizationId: string;
  linkedAccountId: string | null;
}

/** The ids of one linked account and its organization. */
export interface AccountTenant extends Tenant {
  linkedAccountId: string;
}

/**
 * Something that credentials depend on, by kind and id. When one of a caller's grounds ends, the caller is refused and
 * their streams end.
 */
export type Ground =
  `${"access-token" | "api-client" | "client-secret" | "embed-origin" | "embed-session" | "mcp-token" | "oauth" | "person" | "session"}:${string}`;

/**
 * The rows on which a caller's authority rests, with what was read in them when the caller was identified. Those that
 * do not apply are absent. The names are those of the statement that reads them again (see `stillStands`).
 */
export interface Standing {
  api_client?: string;
  secret_hash?: string;
  linked_account?: string;
  access_token_hash?: string;
  person?: string;
  role?: string;
  session?: string;
  session_version?: number;
  /** The user whose password the session depends on, at the organization where it is, and its digest (see `homeMark`). */
  at_home?: { organization: string; person: string; mark: string };
  /** The session of another organization from which a person comes over. */
  comes_from?: { organization: string; standing: Pick<Standing, "session" | "person" | "session_version"> };
  embed_session?: string;
  /** The session of the page that contains the view, whose row is deleted a day after its end. */
  page_session?: string;
  mcp_token?: string;
  scim_token?: string;
}

/** What a view `booking` offers its patient, and all that its token may read and book (decisions §9). */
export interface BookingOffer {
  /** Codes or names of the visit types; null for all. */
  appointmentTypes: readonly string[] | null;
  /** The providers' ids in the EMR; null for all who are offered to patients. */
  providerEhrIds: readonly string[] | null;
}

/** The limits of an embedded view's token (decisions §9). */
export interface EmbedScope {
  sessionId: string;
  /** The API client whose back end created the session; its subscriptions and signature apply. */
  apiClientId: string;
  /** The only patient that the view may read and write, or null. */
  patientMrn: string | null;
  /** The only job that the view may read, or null. */
  jobId: number | null;
  /** The owner whose webhook endpoints are all that the view may see and change, or null. */
  owner: string | null;
  /** `metadata` of what the view sends, or null. */
  metadata: Metadata | null;
  /** What a view `booking` offers its one patient; null of every other view. */
  offer: BookingOffer | null;
  /** Set of the view that links one EMR (additions §5). */
  links?: true;
  /** The organization in which such a view links or repairs, if it is another than the client's own and is there already. */
  linksInto?: string;
  /** Set of such a view if the account gets an organization of its own that is made with the link. */
  linksNew?: true;
}

/** The caller in any of the four ways in (decisions §2). */
export interface Principal {
  organizationId: string;
  linkedAccountId: string;
  actor: Actor;
  permissions: ReadonlySet<string>;
  grounds: readonly Ground[];
  standing: Standing;
  /**
   * Set for an API client that came without an access token, and for a view that links an EMR. They have no linked account: the
   * API client's id stands in for one, under which no account has rows.
   */
  isWithoutAccount?: true;
  /** The platform client for which the actor, a row in an organization that this client made, stands. */
  standsFor?: string;
  /** Set for callers with an embed token. */
  embed?: EmbedScope;
}
