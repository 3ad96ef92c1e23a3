import type { FieldValues } from "react-hook-form";
import { CONNECTIONS } from "#lib/emr/connections";
import { secretsOf, splitSecrets } from "#lib/emr/port/secret-fields";

const SECRETS = Object.values(CONNECTIONS).flatMap((schema) => (schema ? secretsOf(schema) : []));

const nameOf = (linkId: string) => `crc.link.${linkId}`;

/** Keeps what was typed of a connection, without its secrets, while this page is at the EMR. */
export function keepValues(linkId: string, values: FieldValues): void {
  try {
    sessionStorage.setItem(nameOf(linkId), JSON.stringify(splitSecrets(values, SECRETS).shown));
  } catch {
    // A browser without storage asks for it again.
  }
}

/** Takes what was typed before this page went to the EMR; nothing if there is none. */
export function takeValues(linkId: string): FieldValues {
  try {
    const kept = sessionStorage.getItem(nameOf(linkId));
    sessionStorage.removeItem(nameOf(linkId));
    return kept === null ? {} : JSON.parse(kept);
  } catch {
    return {};
  }
}
