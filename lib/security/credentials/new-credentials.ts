import { randomBytes } from "node:crypto";

/** An API secret, an access token or an invitation's token: 256 random bits, safe in a header and an address. */
export const newToken = (prefix: string): string => `${prefix}_${randomBytes(32).toString("base64url")}`;

/** A name for an API client that nobody guesses, though it is no secret. */
export const newClientId = (): string => `client_${randomBytes(12).toString("hex")}`;
