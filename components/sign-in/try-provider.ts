import { type ProviderRefusal, providerRefusal } from "#lib/sign-in/provider-refusal";
import { type Refusal, throttled, UNREACHABLE } from "./refusal.ts";
import { words } from "./words.ts";

const REFUSALS: Record<ProviderRefusal, Refusal> = {
  unreachable: {
    title: words.providerUnreachable,
    next: words.orPassword,
  },
  failed: {
    title: words.providerFailed,
    next: words.againOrPassword,
  },
  unknown: {
    title: words.accountUnknown,
    next: words.askToAdd,
  },
  throttled: throttled(15 * 60),
};

/** Returns the refusal for a reason in the URL; null for an unknown text. */
export function providerRefusalIn(text: unknown): Refusal | null {
  const reason = providerRefusal(text);
  return reason && REFUSALS[reason];
}

/** A sign-in through a provider that is about to begin. */
export interface Leaving {
  /** The console's page that follows. */
  next: string;
  /** The provider's id; the deployment's by default. */
  provider?: string | undefined;
  /** The token of the invitation that the person accepts by this sign-in. */
  invitation?: string | undefined;
}

/**
 * Redirects to the organization's identity provider, which returns to the console. Returns null once the redirect has
 * started, otherwise the refusal.
 */
export async function leaveForProvider({ next, provider = "oidc", invitation }: Leaving): Promise<Refusal | null> {
  try {
    const response = await fetch(`/api/auth/signin/${provider}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ next, invitation }),
      cache: "no-store",
    });
    if (response.status === 429) return throttled(Number(response.headers.get("retry-after")));
    const { url, refused } = (await response.json()) as { url?: string; refused?: string };
    if (!response.ok || !url) return providerRefusalIn(refused) ?? UNREACHABLE;
    window.location.assign(url);
    return null;
  } catch {
    return UNREACHABLE;
  }
}
