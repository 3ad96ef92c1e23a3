import type { UserModel } from "#lib/administration/users/model";

/** The texts of the page People: labels, empty states and errors. */
export const words = {
  people: "People",
  inviteAPerson: "Invite a person",
  createTheInvitation: "Create the invitation",
  nobodyWasInvited: "Nobody was invited.",
  filterPeople: "Filter people",
  searchPeople: "Search people",
  searchBy: "Name or email",
  anyState: "Any state",
  nobodyYet: "Nobody yet",
  person: "Person",
  role: "Role",
  state: "State",
  secondFactor: "Second factor",
  lastSignIn: "Last sign-in",
  since: "Since",
  actions: "Actions",
  you: "(you)",
  yes: "Yes",
  no: "No",
  never: "Never",
  email: "Email",
  theySignIn: "They sign in with it",
  staffMeaning:
    "Reads records and submits operations; cannot change providers, webhooks, integrations or people, or read the audit log",
  adminMeaning: "Also changes providers, webhooks, integrations and people, and reads the audit log",
  link: "Link",
  makeAdmin: "Make admin",
  makeStaff: "Make staff",
  roleByAnother: "Another admin can change your role",
  newInvitationLink: "New invitation link",
  linkForPassword: "Link for a new password",
  removeSecondFactor: "Remove second factor",
  onYourAccount: "On the page Your account",
  reactivate: "Reactivate",
  deactivate: "Deactivate",
  deactivatedByAnother: "Another admin can deactivate you",
  removeIt: "Remove it",
  createALink: "Create a link",
  requireSecondFactor: "Require a second factor",
  adminsMay: "Admins also change providers, webhooks, integrations and people, and read the audit log.",
  staffMay: "Staff read records and submit operations, and see no admin pages.",
  deactivationEffect:
    "They are signed out within seconds and cannot sign in. Their actions stay in the records. You can reactivate them.",
  reactivationEffect: "They can sign in again with the password that they had.",
  newLinkEffect: "It lets them choose a password, once and within 7 days. Links created before no longer work.",
  secondFactorHelp:
    "Whoever signs in by password and has none sets one up at the next sign-in. Open sessions continue, and the identity provider’s own rules apply to those who sign in there.",
  linkFor: (person: string) => `A link for ${person}`,
  mailedTo: (email: string) => `It is mailed to ${email}.`,
  notMailed: "Hand it to them yourself: no mail is sent.",
  worksUntil: (moment: string) => `It works once, until ${moment}.`,
  asAdmin: (person: string) => `Make ${person} an admin`,
  asStaff: (person: string) => `Make ${person} staff`,
  roleEffect: "They are signed out within seconds and sign in again.",
  removeFactorOf: (person: string) => `Remove the second factor of ${person}?`,
  removeFactorEffect: (person: string) =>
    `For a lost phone or key: be sure that it is ${person} who asks. Their app, passkeys and recovery codes no longer work, and they are signed out within seconds.`,
  newLinkFor: (person: string) => `New link for ${person}?`,
} as const;

export const ROLE_NAMES: Readonly<Record<UserModel["role"], string>> = { staff: "Staff", admin: "Admin" };

export const STATE_NAMES: Readonly<Record<UserModel["status"], string>> = {
  active: "Active",
  invited: "Invited",
  deactivated: "Deactivated",
};

/** The list's name, singular and plural. */
export const PEOPLE = ["person", "people"] as const;
