import { environment } from "#lib/kernel/environment";

/**
 * Returns whether a page of the console made the request: its Origin is PUBLIC_URL, or the requested host with the
 * scheme of PUBLIC_URL (http without PUBLIC_URL), because over plain http an attacker on the path can forge our pages.
 * Returns false without an Origin and for an opaque one ("null").
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
