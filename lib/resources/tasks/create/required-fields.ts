/** Fields of a task that some EMRs require and others do not (interface 4.10, decisions §10). */
type ConditionalField = "subject" | "assignee_user_id" | "phone_call_type_id";

const REQUIRED: Readonly<Record<string, readonly ConditionalField[]>> = { sandbox_basic: ["subject"] };

/** What an EMR of this type requires of a task besides its description and patient. */
export const requiredTaskFields = (emrType: string): readonly ConditionalField[] => REQUIRED[emrType] ?? [];
