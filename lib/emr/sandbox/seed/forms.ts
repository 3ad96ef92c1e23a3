import type { EmrFormQuestion, EmrQuestionAlert } from "#lib/emr/port/port";
import { SELF_HARM_ALERT } from "#lib/emr/port/self-harm-alert";
import type { SandboxForm } from "#lib/emr/sandbox/records";

/** The answers of both questionnaires: frequency over the last two weeks. */
const FREQUENCY = ["Not at all", "Several days", "More than half the days", "Nearly every day"].map((label, score) => ({
  value: String(score),
  label,
  score,
}));

const STEM = "Over the last 2 weeks, how often have you been bothered by any of the following problems?";

const DIFFICULTY = ["Not difficult at all", "Somewhat difficult", "Very difficult", "Extremely difficult"];

/**
 * Returns a scored question per problem, and the unscored question about everyday life at the end of both forms. The
 * alerts are by problem.
 */
function questionnaire(
  prefix: string,
  problems: readonly string[],
  alerts: Record<string, EmrQuestionAlert> = {},
): EmrFormQuestion[] {
  return [
    ...problems.map((text, index) => ({
      emrQuestionId: `${prefix}_Q${index + 1}`,
      text,
      required: true,
      type: "choice" as const,
      options: FREQUENCY,
      ...(alerts[text] && { alert: alerts[text] }),
    })),
    {
      emrQuestionId: `${prefix}_DIFFICULTY`,
      text: "If you checked off any problems, how difficult have these problems made it for you to do your work, take care of things at home, or get along with other people?",
      required: false,
      type: "choice",
      options: DIFFICULTY.map((label) => ({ value: label, label, score: null })),
    },
  ];
}

const SELF_HARM = "Thoughts that you would be better off dead or of hurting yourself in some way";

/** Patient Health Questionnaire (Spitzer, Williams, Kroenke); free to use. Its bands follow the authors. */
const PHQ_9: SandboxForm = {
  emrFormId: "PHQ-9",
  name: "PHQ-9 Depression Screening",
  scored: true,
  stem: STEM,
  questions: questionnaire(
    "PHQ9",
    [
      "Little interest or pleasure in doing things",
      "Feeling down, depressed, or hopeless",
      "Trouble falling or staying asleep, or sleeping too much",
      "Feeling tired or having little energy",
      "Poor appetite or overeating",
      "Feeling bad about yourself — or that you are a failure or have let yourself or your family down",
      "Trouble concentrating on things, such as reading the newspaper or watching television",
      "Moving or speaking so slowly that other people could have noticed? Or the opposite — being so fidgety or restless that you have been moving around a lot more than usual",
      SELF_HARM,
    ],
    { [SELF_HARM]: SELF_HARM_ALERT },
  ),
  riskBands: [
    { from: 0, band: "Minimal depression" },
    { from: 5, band: "Mild depression" },
    { from: 10, band: "Moderate depression" },
    { from: 15, band: "Moderately severe depression" },
    { from: 20, band: "Severe depression" },
  ],
};

/** Generalized Anxiety Disorder scale (Spitzer, Kroenke, Williams, Löwe); free to use. */
const GAD_7: SandboxForm = {
  emrFormId: "GAD-7",
  name: "GAD-7 Anxiety Screening",
  scored: true,
  stem: STEM,
  questions: questionnaire("GAD7", [
    "Feeling nervous, anxious or on edge",
    "Not being able to stop or control worrying",
    "Worrying too much about different things",
    "Trouble relaxing",
    "Being so restless that it is hard to sit still",
    "Becoming easily annoyed or irritable",
    "Feeling afraid as if something awful might happen",
  ]),
  riskBands: [
    { from: 0, band: "Minimal anxiety" },
    { from: 5, band: "Mild anxiety" },
    { from: 10, band: "Moderate anxiety" },
    { from: 15, band: "Severe anxiety" },
  ],
};

const choice = (emrQuestionId: string, text: string, labels: readonly string[], required = true): EmrFormQuestion => ({
  emrQuestionId,
  text,
  required,
  type: "choice",
  options: labels.map((label) => ({ value: label, label, score: null })),
});

const text = (emrQuestionId: string, question: string, required = false): EmrFormQuestion => ({
  emrQuestionId,
  text: question,
  required,
  type: "text",
  options: [],
});

const INTAKE: SandboxForm = {
  emrFormId: "INTAKE",
  name: "Care Management Intake",
  scored: false,
  stem: null,
  questions: [
    text("INTAKE_REASON", "What would you like help with?", true),
    choice("INTAKE_LIVING", "Who lives with you?", ["Alone", "Family", "Friends", "Care facility"]),
    choice("INTAKE_FOOD", "In the last month, did you worry about running out of food?", [
      "Never",
      "Sometimes",
      "Often",
    ]),
    choice("INTAKE_TRANSPORT", "Can you get to your appointments?", ["Yes", "Sometimes", "No"]),
    text("INTAKE_GOALS", "What are your goals for the next three months?"),
    text("INTAKE_NOTES", "Anything else we should know?"),
  ],
  riskBands: [],
};

/** The forms that services document (decisions §10): two scored questionnaires, and one that is not scored. */
export const FORMS: SandboxForm[] = [GAD_7, INTAKE, PHQ_9];
