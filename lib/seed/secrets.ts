import { randomBytes, randomInt } from "node:crypto";

/** Without letters and digits that are taken for one another. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";
const PASSWORD_GROUPS = 4;
const GROUP_LENGTH = 4;

/** An API secret or access token: 256 random bits, safe in a header. */
export const newToken = (prefix: string): string => `${prefix}_${randomBytes(32).toString("base64url")}`;

/** A name for an API client that nobody guesses, though it is no secret. */
export const newClientId = (): string => `client_${randomBytes(12).toString("hex")}`;

/** A password that can be read aloud and typed: `k7mq-x2vd-9hwp-t4ze`, 79 random bits. */
export const newPassword = (): string =>
  Array.from({ length: PASSWORD_GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => READABLE[randomInt(READABLE.length)]).join(""),
  ).join("-");
