import { words } from "./words.ts";
/** The message for staff, who may read providers but not change them. */
export const REFUSAL = words.adminsOnly;
