/** Prefix of the reason of a job whose response from the EMR could not be stored here (decisions §6). */
export const ANSWER_NOT_STORED = "The EMR's answer could not be stored here: ";

/** Returns whether the reason says that the EMR's response could not be stored here, as opposed to a lost response. */
export const isAnswerNotStored = (reason: string | null): boolean => reason?.startsWith(ANSWER_NOT_STORED) ?? false;
