import type { BegunEnrolment, FinishedEnrolment } from "#lib/sign-in/second-factor/model";

/** The requests that set up a second factor: at sign-in, or of a person who is signed in. */
export interface EnrolmentApi {
  begin(kind: "totp" | "passkey"): Promise<BegunEnrolment>;
  /** Returns new recovery codes; null if the person has some left. */
  finish(body: FinishedEnrolment): Promise<string[] | null>;
}
