import { formatMoney } from "#lib/kernel/money";

const SPELLED: Record<string, string> = {
  emr: "EMR",
  ehr: "EMR",
  mrn: "MRN",
  url: "URL",
  urls: "URLs",
};

/** Capitalizes a reason as the start of a sentence. */
export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a field's label: `emr_transaction_id` becomes "EMR transaction id". */
export function fieldLabel(name: string): string {
  const words = name.split("_").map((word) => SPELLED[word] ?? word);
  return asSentence(words.join(" "));
}

/** Formats a field's value; null for an empty value. */
export function fieldValue(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (name === "amount" && (typeof value === "number" || typeof value === "string")) return formatMoney(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return null;
  if (entries.some(([, entry]) => typeof entry === "object")) return JSON.stringify(value);
  return entries.map(([key, entry]) => (Array.isArray(value) ? String(entry) : `${key}: ${entry}`)).join(", ");
}
