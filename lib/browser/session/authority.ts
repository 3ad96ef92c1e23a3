/** How calls of `/v1` say who asks, where that is not the session's cookie. */
export interface Authority {
  fetch(address: string, init: RequestInit): Promise<Response>;
}

let authority: Authority | null = null;

/** From now on every call of this page is authorised so: an embedded view by its token. */
export function authorizeBy(given: Authority): void {
  authority = given;
}

/** Whether this page has no session of its own, since it stands in a partner's. */
export const isEmbedded = (): boolean => authority !== null;

/** `fetch` for `/v1`: as the signed-in person, by the session's cookie, or as what `authorizeBy` was given says. */
export const authorizedFetch = (address: string, init: RequestInit): Promise<Response> =>
  authority ? authority.fetch(address, init) : fetch(address, { ...init, credentials: "same-origin" });
