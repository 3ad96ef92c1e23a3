/** The texts of the search over everything. */
export const words = {
  search: "Search",
  searchEverything: "Search patients, pages, jobs and operations",
  operation: "Operation…",
  anything: "Patient, page, job number or operation…",
  found: "Found",
  looking: "Looking…",
  nothingFound: "Nothing found",
  jobs: "Jobs",
  goTo: "Go to",
  patients: "Patients",
  enterAndTab: "Enter opens the patient. Tab starts something for the patient.",
  notSearched: "The patients could not be searched. Type on to try again.",
  without: (patient: string) => `Without ${patient}`,
  openJob: (job: number) => `Open job ${job}`,
  newFor: (patient: string) => `New for ${patient}`,
  newOperation: "New",
} as const;
