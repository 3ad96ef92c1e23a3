import { FHIR_KIND } from "./fhir/kind.ts";
import type { EmrKind } from "./port/connector.ts";
import { RECORDS_API_KIND } from "./records-api/kind.ts";
import { SANDBOX_KINDS } from "./sandbox/kinds.ts";

/** The kinds of EMR that can be linked, in words. Safe in browsers, unlike their connectors. */
export const EMR_KINDS = [...SANDBOX_KINDS, FHIR_KIND, RECORDS_API_KIND] as const satisfies readonly EmrKind[];

/** Returns the display name of an EMR type. */
export const emrName = (emrType: string): string => EMR_KINDS.find((kind) => kind.emrType === emrType)?.name ?? emrType;
