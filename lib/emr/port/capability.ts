import { WRITES_OF } from "./writes.ts";

export type Capability = keyof typeof WRITES_OF;

/** The capabilities of EMRs. */
export const CAPABILITIES = Object.keys(WRITES_OF) as [Capability, ...Capability[]];

/** Capabilities that only read. */
export const READING: readonly Capability[] = CAPABILITIES.filter((name) => WRITES_OF[name].length === 0);

/** Names of request fields that an EMR requires of a new record besides those of every EMR. */
export type RequiredFields = Readonly<Partial<Record<Capability, readonly string[]>>>;

/** Names of request fields that an EMR has no place for, with the reasons, by capability. */
export type UnsupportedFields = Readonly<Partial<Record<Capability, Readonly<Record<string, string>>>>>;
