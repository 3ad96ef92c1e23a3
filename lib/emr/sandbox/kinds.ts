import { CAPABILITIES, type Capability } from "#lib/emr/port/port";

/** The two simulated EMR types (decisions §10): one does everything, one shows what "not supported" looks like. */
export const SANDBOX_KINDS = ["sandbox", "sandbox_basic"] as const;

export type SandboxKind = (typeof SANDBOX_KINDS)[number];

const LACKING: Record<SandboxKind, readonly Capability[]> = {
  sandbox: [],
  sandbox_basic: ["claims_fetch", "services", "order_catalog"],
};

/** What a kind of sandbox can do. */
export const capabilitiesOfKind = (kind: SandboxKind): ReadonlySet<Capability> =>
  new Set(CAPABILITIES.filter((capability) => !LACKING[kind].includes(capability)));
