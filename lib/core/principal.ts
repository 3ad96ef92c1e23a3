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

/** Who calls `/v1`, whichever of the three ways in they took (decisions §2). */
export interface Principal {
  organizationId: string;
  linkedAccountId: string;
  actor: Actor;
  permissions: ReadonlySet<string>;
}
