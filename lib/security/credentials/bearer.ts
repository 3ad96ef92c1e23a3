import { timingSafeEqual } from "node:crypto";
import { hashToken } from "./token-hash.ts";

/**
 * Returns whether a request bears this token (`Authorization: Bearer …`), compared in constant time. Returns false
 * without a token.
 */
export function bears(headers: Headers, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (!token || !given) return false;
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)));
}
