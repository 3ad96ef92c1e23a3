import type { OrganizationChoice } from "#lib/sign-in/model";
import { ask } from "./ask.ts";

/** Binds the account at the provider to the chosen organization, and signs in. Throws an error to display. */
export const choose = (choice: OrganizationChoice) => ask("/api/invitation/choose", choice);
