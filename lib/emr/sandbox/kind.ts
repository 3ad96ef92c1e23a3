import type { RequiredFields } from "#lib/emr/port/capability";
import type { EmrKind } from "#lib/emr/port/connector";

/** The two simulated EMR types (decisions §10): one supports everything, the other lacks some capabilities. */
export const SANDBOX_KINDS = [
  {
    emrType: "sandbox",
    name: "Sandbox EMR",
    about: "Supports every operation, with a sample practice to try them on.",
  },
  {
    emrType: "sandbox_basic",
    name: "Basic sandbox EMR",
    about: "The same without claims refresh, services and catalog search, to show unsupported operations.",
  },
] as const satisfies readonly EmrKind[];

export type SandboxKind = (typeof SANDBOX_KINDS)[number]["emrType"];

/** Returns whether accounts of an EMR type have a simulated practice. */
export const isSandbox = (emrType: string): boolean => SANDBOX_KINDS.some((kind) => kind.emrType === emrType);

/** The fields that a kind of sandbox requires (interface 4.10). */
export const REQUIRED_FIELDS: Record<SandboxKind, RequiredFields> = {
  sandbox: {},
  sandbox_basic: { tasks: ["subject"] },
};

/** Returns whether a kind of sandbox refuses a visit at a time that is taken; the other takes what it gets, as many EMRs do. */
export const refusesOverlaps = (kind: SandboxKind): boolean => kind === "sandbox";
