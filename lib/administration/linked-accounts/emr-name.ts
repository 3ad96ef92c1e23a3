const NAMES: Record<string, string> = {
  sandbox: "Sandbox EMR",
  sandbox_basic: "Basic sandbox EMR",
  fhir: "FHIR",
};

/** Returns the display name of an EMR type. */
export const emrName = (emrType: string): string => NAMES[emrType] ?? emrType;
