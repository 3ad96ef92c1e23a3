/** What staff are told who may look at providers and not change them. */
export const REFUSAL = "Only an administrator can change providers";
