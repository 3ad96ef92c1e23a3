import { formatMoney } from "#lib/kernel/money";

const SPELLED: Record<string, string> = {
  emr: "EMR",
  ehr: "EHR",
  mrn: "MRN",
  id: "ID",
  ids: "IDs",
  url: "URL",
  urls: "URLs",
};

/** A reason as a sentence begins. */
export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A field's name in words: `emr_transaction_id` is "EMR transaction ID". */
export function fieldLabel(name: string): string {
  const words = name.split("_").map((word) => SPELLED[word] ?? word);
  return asSentence(words.join(" "));
}

/** A field's value in words; null where there is nothing to show. */
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
