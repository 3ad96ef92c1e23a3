/** The texts of the page Downtime packet: labels, empty states and errors. */
export const words = {
  downtimePacket: "Downtime packet",
  intro:
    "The schedule with phone numbers, open referrals and recalls from the last sync: for days on which the EMR or this console cannot be reached. It works while the EMR is out. Who opened or saved it is in the audit log.",
  day: "Day",
  print: "Print",
  sheet: "Sheet",
  sheetNotLoaded: "The sheet could not be loaded",

  encryptedFile: "Encrypted file",
  encryptedFiles: "Encrypted files",
  fileNote:
    "One file that opens in any browser with the clinic’s passphrase, without a network. Each evening at 6 PM the next day’s file is created automatically; files are kept for a week.",
  changePassphrase: "Change the passphrase",
  setPassphrase: "Set the passphrase",
  saveFile: "Save encrypted file",
  notSaved: "No file was saved. Try again; the sheet can be printed meanwhile.",
  noPassphrase: "No files are created yet",
  setPassphraseFirst: "Set a passphrase first. Write it down where staff find it without a computer.",
  adminSetsPassphrase: "An admin must set the passphrase first. The sheet can be printed without it.",
  noFiles: "No files yet",
  noFilesHint: "The first is created this evening. To have one now, choose a day above and save its file.",
  created: "Created",
  eachEvening: "Each evening",
  onRequest: "On request",
  size: "Size",
  actions: "Actions",
  save: "Save",
  saveOf: (day: string) => `Save the file of ${day}`,

  passphrase: "Passphrase",
  passphraseHelp:
    "At least 12 characters, such as four words. Write it down where staff find it without a computer: it is never shown again.",
  passphraseTitle: "Downtime passphrase",
  passphraseNote:
    "Existing files keep the passphrase that they have. Files created from now on, each evening and on request, open with this one.",
  passphraseNotChanged: "The passphrase was not changed.",
} as const;

/** The files' name, singular and plural. */
export const FILES = ["file", "files"] as const;
