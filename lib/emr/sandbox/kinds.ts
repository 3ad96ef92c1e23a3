import { CAPABILITIES, type Capability } from "#lib/emr/port/capability";

/** The two simulated EMR types (decisions §10): one supports everything, the other lacks some capabilities. */
export const SANDBOX_KINDS = ["sandbox", "sandbox_basic"] as const;

export type SandboxKind = (typeof SANDBOX_KINDS)[number];

const LACKING: Record<SandboxKind, readonly Capability[]> = {
  sandbox: [],
  sandbox_basic: ["claims_fetch", "services", "order_catalog"],
};

/** Returns the capabilities of a kind of sandbox. */
export const capabilitiesOfKind = (kind: SandboxKind): ReadonlySet<Capability> =>
  new Set(CAPABILITIES.filter((capability) => !LACKING[kind].includes(capability)));
