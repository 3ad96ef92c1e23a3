/** Task fields that only some EMRs require (interface 4.10, decisions §10). */
type ConditionalField = "subject" | "assignee_user_id" | "phone_call_type_id";

const REQUIRED: Readonly<Record<string, readonly ConditionalField[]>> = { sandbox_basic: ["subject"] };

/** Returns the task fields that an EMR of this type requires besides description and patient. */
export const requiredTaskFields = (emrType: string): readonly ConditionalField[] => REQUIRED[emrType] ?? [];
