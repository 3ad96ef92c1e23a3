import { randomBytes } from "node:crypto";

/** Returns a new API secret, access token or invitation token: 256 random bits, safe in headers and URLs. */
export const newToken = (prefix: string): string => `${prefix}_${randomBytes(32).toString("base64url")}`;

/** Returns a new client id, which cannot be guessed although it is no secret. */
export const newClientId = (): string => `client_${randomBytes(12).toString("hex")}`;
