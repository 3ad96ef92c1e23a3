import type { Capability } from "./capability.ts";

/** How a connected EMR supports a capability. `emulated`: done by other means, named in `reason`. */
export interface CapabilitySupport {
  name: Capability;
  support: "works" | "emulated" | "unsupported";
  /** The effect of an operation in this EMR, or why it is not possible: one sentence for an admin. */
  reason: string | null;
}

/** A field of a `connection` by which an EMR cannot be linked. */
export interface ConnectionFault {
  /** Its path below `connection`, such as `auth.client_secret`. */
  field: string;
  /** The fault, to be read after the name of the field. */
  message: string;
}

/** The findings of probing a connection (decisions §12). */
export interface Profile {
  reachable: boolean;
  /** Why no account may be linked by this connection; absent if one may. */
  faults?: readonly ConnectionFault[];
  /** Name and version that the server states; null if it states none. */
  server: string | null;
  capabilities: CapabilitySupport[];
  /** One entry per probe: what was tried, and what was found. */
  behaviour: { probe: string; found: string }[];
  /** Names of findings on which the connector relies later, such as a route that answered. */
  traits?: readonly string[];
  /** The findings in the connector's own shape. */
  findings?: unknown;
  /** Names of findings that a call has contradicted since; a new probe has none. */
  contradicted?: readonly string[];
  /** Since when the EMR refuses the credentials until a person gives new ones, and at which calls; left out while it takes them. */
  login_required?: { at: string; by: "read" | "write" };
  /** Events of the EMR that were set aside since this probe: how many, when and why the latest was, without what it says. */
  events_set_aside?: { count: number; at: string; reason: string };
  /** ISO 8601: when the account was last probed because a call had contradicted a finding. */
  probed_again_at?: string;
}

/** Returns how a capability is emulated, with a weaker guarantee of its writes; null if it works or none is known. */
export const weakGuaranteeOf = (profile: Profile | null, capability: Capability | null): string | null =>
  profile?.capabilities.find(({ name, support }) => name === capability && support === "emulated")?.reason ?? null;

/** Returns the capabilities that a probe found to work or to be emulated. */
export const supportedBy = ({ capabilities }: Profile): Capability[] =>
  capabilities.filter(({ support }) => support !== "unsupported").map(({ name }) => name);
