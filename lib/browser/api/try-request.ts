/** Headers of an integrator, which the browser never has. */
const CREDENTIALS = ["client_id", "client_secret", "access_token"];

/**
 * Returns a `fetch` for requests that a user tries out by hand: only to this server's `/v1`, as the signed-in user, for
 * one linked account. Removes credential headers, because the session replaces them.
 */
export const tryRequest =
  (accountId: string): typeof fetch =>
  (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    if (origin !== window.location.origin || !pathname.startsWith("/v1/")) {
      return Promise.reject(new TypeError("Only this server's /v1 can be tried from here"));
    }
    for (const name of CREDENTIALS) request.headers.delete(name);
    request.headers.set("x-linked-account", accountId);
    return fetch(request, { credentials: "same-origin" });
  };
