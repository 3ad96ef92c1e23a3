import ipaddr from "ipaddr.js";
import { environment } from "#lib/kernel/environment";

/** Where passkeys are made and used. */
export interface PasskeySite {
  /** The name to which browsers bind a passkey. */
  rpId: string;
  origin: string;
}

/**
 * Returns where passkeys work: at PUBLIC_URL, or at `localhost` without one. Null if browsers allow none there: they
 * need a name, not a number, and https unless the name is `localhost`.
 */
export function passkeySite(): PasskeySite | null {
  const { PUBLIC_URL, PORT } = environment();
  const { protocol, hostname, origin } = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`);
  const isName = !ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""));
  const isAllowed = isName && (protocol === "https:" || hostname === "localhost");
  return isAllowed ? { rpId: hostname, origin } : null;
}
