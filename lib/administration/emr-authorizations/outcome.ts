/** The reasons why an EMR granted nothing, as the person who signed in reads them. */
export const PROBLEMS = {
  other_browser:
    "This sign-in was begun in another browser, or cookies are refused here. Nothing was stored. Begin again in this browser",
  unknown: "This answer belongs to no sign-in that was begun here. Nothing was stored. Begin again",
  late: "The EMR answered too late. Nothing was stored. Begin again",
  used: "This answer was used before. Nothing more was stored. Begin again if the EMR is not linked",
  mixed_issuer:
    "Another EMR answered than the one that was asked. Nothing was stored. Begin again, or tell your administrator",
  refused: "Access was refused at the EMR. Nothing was stored. Begin again if that was a mistake",
  emr_error: "The EMR ended the sign-in with an error. Nothing was stored. Begin again, or ask the EMR's vendor",
  code_refused: "The EMR did not take back its own answer. Nothing was stored. Begin again",
  no_answer: "The EMR did not answer in time when the sign-in was completed. Nothing was stored. Begin again",
  not_lasting:
    "The EMR gave access for a moment only (no refresh token). Nothing was stored. Its vendor must allow this app offline access",
  app_removed: "The app at this EMR was removed meanwhile. Nothing was stored",
} as const;

export type AuthorizationProblem = keyof typeof PROBLEMS;

/** What became of an authorization. */
export type Outcome = "granted" | AuthorizationProblem;

export const isProblem = (code: string): code is AuthorizationProblem => Object.hasOwn(PROBLEMS, code);
