/** The texts of the page Embedding: labels, empty states and errors. */
export const words = {
  embedding: "Embedding",

  allowedOrigins: "Allowed origins",
  originsNote: "Only pages of these origins may show this organization’s views in a frame.",
  origin: "Origin",
  originHelp: "Of the partner’s page, without a path",
  registerOrigin: "Register an origin",
  register: "Register",
  notRegistered: "Nothing was registered.",
  noOrigins: "No origins yet",
  noOriginsHint: "Register the origin of each partner’s page. Until then no page can show a view.",
  registered: "Registered",
  actions: "Actions",
  removeNamed: (origin: string) => `Remove ${origin}`,
  removeEffect:
    "Open views in its pages close within seconds, and values typed in them are lost. The origin can be registered again.",

  preview: "Preview",
  previewNote:
    "Shows this account’s own records, and its form sends for real. In a partner’s page, the session of a view may permit less.",
  view: "View",
  jobs: "Jobs",
  job: "Job",
  appointments: "Appointments",
  providers: "Providers",
  documents: "Documents",
  form: "Form",
  webhooks: "Webhooks",
  booking: "Booking",
  accentColor: "Accent color",
  cornerRadius: "Corner radius",
  wholePixels: "Enter whole pixels, up to 99",
  fonts: "Fonts",
  noJobs: "No jobs yet",
  noJobsHint: "Send a form to see its job here.",
  nothingToSend: "Nothing can be sent to this account’s EMR",
  noForm: "No form to show.",

  toPaste: "To paste",
  inPage: "In the page",
  inPageNote: "With the look selected above.",
  copyForPage: "Copy for the page",
  inBackEnd: "In the back end",
  inBackEndNote: "The back end passes the whole answer to the page. The secrets stay in the back end.",
  copyForBackEnd: "Copy for the back end",
} as const;

/** The origins' name, singular and plural. */
export const ORIGINS = ["origin", "origins"] as const;
