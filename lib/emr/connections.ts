import type { z } from "zod";
import { fhirConnection } from "./fhir/connection.ts";
import { EMR_KINDS } from "./kinds.ts";
import { recordsApiConnection } from "./records-api/connection.ts";

export type EmrType = (typeof EMR_KINDS)[number]["emrType"];

/** The EMR types that can be linked (decisions §12). */
export const EMR_TYPES: readonly EmrType[] = EMR_KINDS.map(({ emrType }) => emrType);

/** The schema of `connection` by EMR type; null for an EMR type that needs none. */
export const CONNECTIONS: Readonly<Record<EmrType, z.ZodObject | null>> = {
  sandbox: null,
  sandbox_basic: null,
  fhir: fhirConnection,
  records_api: recordsApiConnection,
};

/** Returns the schema of `connection` of an account's EMR type; null for one that needs none. */
export const schemaOf = (emrType: string): z.ZodObject | null =>
  Object.entries(CONNECTIONS).find(([known]) => known === emrType)?.[1] ?? null;
