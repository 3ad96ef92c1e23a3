import { hash, verify } from "@node-rs/argon2";

/** The stored form of a password: argon2id, with its own salt and parameters in it. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** True where a password is the one that a stored hash was made of. */
export const verifyPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password);
