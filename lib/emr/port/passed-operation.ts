import type { EmrNewDocument } from "./writes.ts";

/** The file of an operation, which is read while it is sent. */
export type PassedFile = Pick<EmrNewDocument, "fileName" | "mimeType" | "size" | "parts">;

/** A whole operation for an EMR of this same interface. */
export interface PassedOperation {
  method: "POST" | "PATCH";
  /** Path below /v1, with the EMR's own ids. */
  path: string;
  /** The request's body with the EMR's own ids, without `callback_urls` and without the content of a file. */
  body: Record<string, unknown>;
  /** The file of the request; left out for others. */
  file?: PassedFile;
  /** Idempotency key: 32 hex digits. */
  key: string;
  /** Day of the visit that the body names, as it was read last, YYYY-MM-DD of the account; left out for others. */
  day?: string;
  /** The EMR's id of the visit that the path names as `{id}`, by an id that the remote gave to it; left out for others. */
  visit?: string;
  /** Address for the event of its end, made for this operation alone. */
  callbackUrl: string;
}
