import { readFileSync } from "node:fs";

/** Returns the certificates (PEM) of the operator's file of authorities, for `makeAgent`. */
export const authoritiesOf = (file: string | undefined): string[] => (file ? [readFileSync(file, "utf8")] : []);
