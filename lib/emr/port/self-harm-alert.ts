import type { EmrQuestionAlert } from "./records.ts";

/** The alert of a question about self-harm whose form brings no text (decisions §5). */
export const SELF_HARM_ALERT: EmrQuestionAlert = {
  at_least: 1,
  text:
    "Assess the risk of suicide before the patient leaves, and do not leave the patient alone until then. In the US, call or " +
    "text 988 (Suicide & Crisis Lifeline) at any time, and 911 in immediate danger.",
};
