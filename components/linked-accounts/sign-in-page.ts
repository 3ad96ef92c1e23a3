import { createContext } from "react";
import type { FieldValues } from "react-hook-form";
import type { AuthorizationModel } from "#lib/administration/emr-authorizations/model";

/** A sign-in at an EMR from which a page has come back. */
export interface CameBack {
  authorization: AuthorizationModel;
  /** What was typed of the connection before, without its secrets. */
  values: FieldValues;
}

/** A page of its own that itself goes to the EMR, where somebody signs in, and comes back. */
export interface SignInPage {
  /** The page's link token, with which it comes back. */
  token: string;
  /** Null at first. */
  cameBack: CameBack | null;
  /** Keeps what is typed of the connection until then. */
  keep(values: FieldValues): void;
}

/** The page that goes to the EMR itself; null where a sign-in has a window of its own. */
export const SignInPageContext = createContext<SignInPage | null>(null);
