/**
 * Why a sign-in through the organization's OpenID provider came to nothing: the provider did not answer; something on the
 * way there and back did not hold, or was given up; nobody here has the account that it vouched for; there were too many
 * attempts. It stands in an address: nothing else of what went wrong does.
 */
export const PROVIDER_REFUSALS = ["unreachable", "failed", "unknown", "throttled"] as const;

export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number];

/** The reason that a text names; null for any other text. */
export const providerRefusal = (text: unknown): ProviderRefusal | null =>
  PROVIDER_REFUSALS.find((each) => each === text) ?? null;
