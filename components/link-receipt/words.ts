/** The texts of the receipt of a link: what was agreed to before an EMR was linked. */
export const words = {
  title: "Receipt: an EMR was linked",
  customer: "Customer",
  customerId: "Its id at the partner",
  askedBy: "Asked by",
  emr: "EMR",
  address: "Address of the EMR",
  account: "Account",
  agreedAt: "Agreed",
  number: "Number of the link",
  agreedTo: "What was agreed to, word for word",
  mayWrite: "May write",
  nothing: "Nothing",
  note: "The same words stand in the audit log. Writing can be switched off, and the EMR unlinked, at any time: ask the partner, or an admin of the organization that keeps the records. The partner cannot switch on more by itself: that needs a new consent, or, in an organization of the clinic’s own, its admin.",
  print: "Print receipt",
  download: "Download receipt",
  copy: "Copy its text",
  notPrinted: "The page around this view does not let it print",
  noFile: "No file? Then the page around this view does not let it save one",
  otherwise: (partner: string) =>
    `Where the page does not allow that either, copy the text of the receipt into a document of your own. ${partner} and the admins of the organization that keeps the records have the same receipt, and can print it at any time.`,
  fileName: (id: string) => `receipt-of-link-${id}.html`,
} as const;
