/** The methods that some address allows. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** What the server answers to a request that it does not pass on. */
export interface Refusal {
  status: number;
  message: string;
}

/** Returns the error body of interface section 7. */
export const bodyOf = ({ message }: Refusal): string => JSON.stringify({ success: false, message });

/** Returns the headers of a refusal. */
export const headersOf = (refused: Refusal): Record<string, string> => ({
  "content-type": "application/json; charset=utf-8",
  "content-length": String(Buffer.byteLength(bodyOf(refused))),
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  ...(refused.status === 405 ? { allow: METHODS.filter((method) => method !== "OPTIONS").join(", ") } : {}),
});
