/** What an EMR can do; an operation names the one it needs (interface 1: some EMR types lack some). */
export const CAPABILITIES = [
  "payments",
  "patient_notes",
  "claims_fetch",
  "services",
  "order_catalog",
  "orders",
  "messages",
  "tasks",
  "recall_actions",
  "referrals",
  "appointments",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/**
 * Why the EMR did not do what it was asked.
 * `validation`: it will never accept this, so the job fails at once.
 * `passing`: a time-out, a refused connection, 429 or 5xx, so the job is tried again (decisions §6).
 */
export class EmrError extends Error {
  readonly kind: "validation" | "passing";
  /** The EMR's own word on when to come back, in milliseconds from now. */
  readonly retryAfterMs: number | null;

  constructor(kind: "validation" | "passing", message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "EmrError";
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Given with every write: the same key writes once, however often it is sent (decisions §6). */
export interface WriteOptions {
  /** 32 hex digits. */
  idempotencyKey: string;
  signal: AbortSignal;
}

export interface EmrPayment {
  /** The EMR's own id of the patient. */
  patientEhrId: string;
  paymentMethodId: string;
  locationEmrId: string;
  referenceNumber: string;
  /** Decimal text with two places. */
  amount: string;
  notes: string | null;
  /** YYYY-MM-DD. */
  depositDate: string;
}

export interface EmrPatient {
  mrn: string;
  ehrId: string;
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD. */
  dob: string;
  gender: string;
  phone: string;
  email: string;
  address: { street: string; city: string; state: string; zip: string };
}

export interface EmrLocation {
  emrId: string;
  name: string;
  addressStreet: string;
  addressCity: string;
  addressState: string;
  addressZip: string;
  phone: string;
}

export interface EmrProvider {
  ehrId: string;
  firstName: string;
  lastName: string;
  npi: string;
  specialty: string;
  status: "active" | "inactive";
}

export interface EmrNamed {
  id: string;
  name: string;
}

export interface EmrTeam extends EmrNamed {
  /** The team's billing matrix; `formId` is the form that the service documents, if any. */
  serviceTypes: (EmrNamed & { formId: string | null })[];
}

/** Everything that a settings sync reads besides the record lists (interface 2.14, decisions §5). */
export interface EmrSettings {
  /** IANA name. */
  timezone: string;
  /** False once the EMR's user behind the access token is no longer linked or active. */
  userActive: boolean;
  requiredPatientFields: string[];
  visitStatuses: { code: string; description: string }[];
  paymentMethods: EmrNamed[];
  noteCategories: EmrNamed[];
  referralStatuses: EmrNamed[];
  specialties: EmrNamed[];
  taskTypes: EmrNamed[];
  taskDetails: EmrNamed[];
  phoneCallTypes: EmrNamed[];
  staffGroups: EmrNamed[];
  recallActions: EmrNamed[];
  recallClosingActions: EmrNamed[];
  teams: EmrTeam[];
  insuranceCompanies: EmrNamed[];
  pharmacies: EmrNamed[];
}

/**
 * One linked account's EMR. Reads give what stands there now, writes honour their idempotency key; every
 * method may throw an EmrError.
 */
export interface EmrConnection {
  readonly capabilities: ReadonlySet<Capability>;
  readSettings(signal: AbortSignal): Promise<EmrSettings>;
  listLocations(signal: AbortSignal): Promise<EmrLocation[]>;
  listProviders(signal: AbortSignal): Promise<EmrProvider[]>;
  listPatients(signal: AbortSignal): Promise<EmrPatient[]>;
  listPaymentMethods(signal: AbortSignal): Promise<EmrNamed[]>;
  createPayment(payment: EmrPayment, options: WriteOptions): Promise<{ emrTransactionId: string }>;
}
