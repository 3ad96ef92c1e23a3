import { randomInt } from "node:crypto";

/** Letters and digits that are not easily confused. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";
const PASSWORD_GROUPS = 4;
const GROUP_LENGTH = 4;

/** Returns a password that is easy to read aloud and type: `k7mq-x2vd-9hwp-t4ze`, 79 random bits. */
export const newPassword = (): string =>
  Array.from({ length: PASSWORD_GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => READABLE[randomInt(READABLE.length)]).join(""),
  ).join("-");
