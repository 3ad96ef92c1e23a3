import { environment } from "#lib/kernel/environment";

/**
 * True for a request that one of the console's own pages made: its Origin is PUBLIC_URL, or names the host that was asked,
 * by the scheme of PUBLIC_URL (http where there is none): over plain http anybody on the way can make up our pages.
 * Without an Origin, and from an opaque one ("null"), it is not.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (!origin || !URL.canParse(origin)) return false;
  const { PUBLIC_URL } = environment();
  const own = new URL(PUBLIC_URL ?? "http://localhost");
  if (PUBLIC_URL && own.origin === origin) return true;
  const { protocol, host } = new URL(origin);
  return protocol === own.protocol && host === headers.get("host");
}
