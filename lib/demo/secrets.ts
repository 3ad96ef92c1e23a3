import { randomInt } from "node:crypto";

/** Without letters and digits that are taken for one another. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";
const PASSWORD_GROUPS = 4;
const GROUP_LENGTH = 4;

/** A password that can be read aloud and typed: `k7mq-x2vd-9hwp-t4ze`, 79 random bits. */
export const newPassword = (): string =>
  Array.from({ length: PASSWORD_GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => READABLE[randomInt(READABLE.length)]).join(""),
  ).join("-");
