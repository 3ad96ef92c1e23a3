import { hash, verify } from "@node-rs/argon2";

/** Returns the stored form of a password: argon2id with its salt and parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Returns whether a password matches a stored hash. */
export const verifyPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password);
