import { environment } from "#lib/kernel/environment";

/**
 * Returns whether a page of the console made the request: its Origin is PUBLIC_URL. Only without PUBLIC_URL it may be the
 * requested host over http, because the caller chooses the header Host. Returns false without an Origin and for an
 * opaque one ("null").
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (!origin || !URL.canParse(origin)) return false;
  const { PUBLIC_URL } = environment();
  if (PUBLIC_URL) return origin === new URL(PUBLIC_URL).origin;
  const { protocol, host } = new URL(origin);
  return protocol === "http:" && host === headers.get("host");
}
