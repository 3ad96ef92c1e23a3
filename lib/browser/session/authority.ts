/** Authorizes requests to `/v1` without the session cookie. */
export interface Authority {
  fetch(address: string, init: RequestInit): Promise<Response>;
}

let authority: Authority | null = null;

/** Authorizes every later request of this page with the given authority: an embedded view's token. */
export function authorizeBy(given: Authority): void {
  authority = given;
}

/** Checks whether this page is embedded in a partner's page and therefore has no session of its own. */
export const isEmbedded = (): boolean => authority !== null;

/** Runs `fetch` for `/v1`, authorized by the session cookie or by the authority given to `authorizeBy`. */
export const authorizedFetch = (address: string, init: RequestInit): Promise<Response> =>
  authority ? authority.fetch(address, init) : fetch(address, { ...init, credentials: "same-origin" });
