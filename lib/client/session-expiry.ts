const expiry = new EventTarget();

/** Says that the server no longer knows this browser's session. */
export const reportExpired = (): void => void expiry.dispatchEvent(new Event("expired"));

/** Calls back when the server no longer knows the session. Gives the function that ends it. */
export function onExpired(callback: () => void): () => void {
  expiry.addEventListener("expired", callback);
  return () => expiry.removeEventListener("expired", callback);
}
