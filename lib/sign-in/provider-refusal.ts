/**
 * Reasons why a provider sign-in failed: the provider did not answer; a check failed or the person cancelled; no person
 * here has the account; there were too many attempts. The reason is part of a URL, so it contains nothing else.
 */
export const PROVIDER_REFUSALS = ["unreachable", "failed", "unknown", "throttled"] as const;

export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number];

/** Returns the reason that a text names, or null. */
export const providerRefusal = (text: unknown): ProviderRefusal | null =>
  PROVIDER_REFUSALS.find((each) => each === text) ?? null;
