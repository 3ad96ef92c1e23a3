/** How the reason begins of a job whose answer came from the EMR and could not be stored here (decisions §6). */
export const ANSWER_NOT_STORED = "The EMR's answer could not be stored here: ";

/** Whether a job waits, or an attempt ended, since the EMR's answer could not be stored, as opposed to one that was lost. */
export const isAnswerNotStored = (reason: string | null): boolean => reason?.startsWith(ANSWER_NOT_STORED) ?? false;
