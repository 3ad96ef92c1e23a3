import type { z } from "zod";
import { recordsApiConnection } from "./records-api/connection.ts";

/** The EMR types that can be linked (decisions §12). */
export const EMR_TYPES = ["sandbox", "sandbox_basic", "records_api"] as const;

export type EmrType = (typeof EMR_TYPES)[number];

/** The schema of `connection` by EMR type; null for an EMR type that needs none. */
export const CONNECTIONS: Readonly<Record<EmrType, z.ZodObject | null>> = {
  sandbox: null,
  sandbox_basic: null,
  records_api: recordsApiConnection,
};
