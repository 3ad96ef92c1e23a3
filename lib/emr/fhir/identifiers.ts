import { isRecord, objectsOf, type Untrusted } from "./untrusted.ts";

const SSN_SYSTEMS = ["http://hl7.org/fhir/sid/us-ssn", "urn:oid:2.16.840.1.113883.4.1", "2.16.840.1.113883.4.1"];
const NPI_SYSTEMS = ["http://hl7.org/fhir/sid/us-npi", "urn:oid:2.16.840.1.113883.4.6", "2.16.840.1.113883.4.6"];
const SSN_WORDS = /^(ssn|social security( number)?)$/i;
const NPI_WORDS = /^(npi|national provider identifier)$/i;

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Returns whether an identifier is of a type of HL7's table 0203, such as "MR". */
export const hasCode = ({ type }: Untrusted, code: string): boolean =>
  objectsOf(isRecord(type) ? type.coding : []).some((coding) => textOf(coding.code) === code);

const isNamed = ({ type }: Untrusted, words: RegExp): boolean => isRecord(type) && words.test(textOf(type.text));

/** Returns whether an identifier is a social security number, which is never shown nor taken for a record number. */
export const isSsn = (identifier: Untrusted): boolean =>
  SSN_SYSTEMS.includes(textOf(identifier.system)) || hasCode(identifier, "SS") || isNamed(identifier, SSN_WORDS);

/** Returns whether an identifier is a National Provider Identifier. */
export const isNpi = (identifier: Untrusted): boolean =>
  NPI_SYSTEMS.includes(textOf(identifier.system)) || hasCode(identifier, "NPI") || isNamed(identifier, NPI_WORDS);
