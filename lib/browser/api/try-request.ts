/** What an integrator sends and the browser never has. */
const CREDENTIALS = ["client_id", "client_secret", "access_token"];

/**
 * A `fetch` for requests that somebody tries out by hand: to this server's `/v1` alone, as the signed-in person for one
 * linked account. Headers for credentials are left out, as whoever is signed in needs none.
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
