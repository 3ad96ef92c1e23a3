import { type ProviderRefusal, providerRefusal } from "#lib/sign-in/provider-refusal";
import { type Refusal, throttled, UNREACHABLE } from "./refusal.ts";

const REFUSALS: Record<ProviderRefusal, Refusal> = {
  unreachable: {
    title: "Your organization’s sign-in can’t be reached",
    next: "Try again in a moment, or use your password.",
  },
  failed: {
    title: "Signing in with your organization’s account did not work",
    next: "Try again, or use your password.",
  },
  unknown: {
    title: "That account can’t be used here",
    next: "Ask an administrator to add its email address, or use your password.",
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
 * redirect has started, otherwise the refusal.
 */
export async function leaveForProvider(next: string): Promise<Refusal | null> {
  try {
    const { getCsrfToken } = await import("next-auth/react");
    const csrfToken = (await getCsrfToken()) ?? "";
    const response = await fetch("/api/auth/signin/oidc", {
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
