import { hash } from "node:crypto";

/**
 * The stored form of an API secret or access token, SHA-256 as hex. They have 256 random bits, so a slow hash
 * would add nothing but the time of every request.
 */
export const hashToken = (token: string): string => hash("sha256", token);
