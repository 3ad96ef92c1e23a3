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

/**
 * Redirects to the organization's identity provider, which returns to the console's page `next`. Returns null once the
 * redirect has started, otherwise the refusal. `provider`: its id; the deployment's by default.
 */
export async function leaveForProvider(next: string, provider = "oidc"): Promise<Refusal | null> {
  try {
    const { getCsrfToken } = await import("next-auth/react");
    const csrfToken = (await getCsrfToken()) ?? "";
    const response = await fetch(`/api/auth/signin/${provider}`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, callbackUrl: next, json: "true" }),
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
