import { FHIR_KIND } from "./fhir/kind.ts";
import type { EmrKind } from "./port/connector.ts";
import { RECORDS_API_KIND } from "./records-api/kind.ts";
import { SANDBOX_KINDS } from "./sandbox/kind.ts";

/** The kinds of EMR that can be linked, in words. Safe in browsers, unlike their connectors. */
export const EMR_KINDS = [...SANDBOX_KINDS, FHIR_KIND, RECORDS_API_KIND] as const satisfies readonly EmrKind[];

/** Returns the kind of EMR of an EMR type; undefined for one that this version does not know. */
export const kindOfEmr = (emrType: string): EmrKind | undefined => EMR_KINDS.find((kind) => kind.emrType === emrType);

/** Returns the display name of an EMR type. */
export const emrName = (emrType: string): string => kindOfEmr(emrType)?.name ?? emrType;
