import { hash } from "node:crypto";

/**
 * Returns the stored form of an API secret or access token: SHA-256 as hex. With 256 random bits a slow hash would add
 * nothing but time to every request.
 */
export const hashToken = (token: string): string => hash("sha256", token);
