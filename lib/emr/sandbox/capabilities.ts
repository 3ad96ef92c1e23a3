import { CAPABILITIES, type Capability } from "#lib/emr/port/capability";
import type { SandboxKind } from "./kind.ts";

/** What a kind of sandbox lacks; it has all others. The basic one lacks some, to show operations that are unsupported. */
const LACKS: Record<SandboxKind, readonly Capability[]> = {
  sandbox: [],
  sandbox_basic: ["claims_fetch", "services", "order_catalog"],
};

/** Returns the capabilities of a kind of sandbox. */
export const capabilitiesOfKind = (kind: SandboxKind): ReadonlySet<Capability> =>
  new Set(CAPABILITIES.filter((capability) => !LACKS[kind].includes(capability)));
