import { environment } from "#lib/runtime/environment";

/**
 * True for a request that one of the console's own pages made: its Origin is PUBLIC_URL, or names the host that
 * was asked. Without an Origin, and from an opaque one ("null"), it is not.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (!origin || !URL.canParse(origin)) return false;
  const { PUBLIC_URL } = environment();
  if (PUBLIC_URL && new URL(PUBLIC_URL).origin === origin) return true;
  return new URL(origin).host === headers.get("host");
}
