/** The message for staff, who may read providers but not change them. */
export const REFUSAL = "Only an administrator can change providers";
