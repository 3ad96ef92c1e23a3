// Made by `npm run client` from the definitions. Do not edit.

import type { Call, Each } from "./call.d.ts";

export type ApiClient = {
  id: string;
  name: string;
  /** The value of the header of the same name; not a secret */
  client_id: string;
  status: "active" | "revoked";
  /** Handling of requests with unknown fields: `warn` accepts them and lists the fields in `warnings`, `refuse` answers 400 and saves nothing; default `warn` */
  unknown_fields: "warn" | "refuse";
  /** Whether it has `linked-accounts:link`: it may let its customers link their EMRs by link tokens; false until an admin switches it on */
  may_link: boolean;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601, to the minute; null if it was never used */
  last_used_at: string | null;
  /** ISO 8601 */
  revoked_at: string | null;
};

export type ApiClientWithSecret = {
  id: string;
  name: string;
  /** The value of the header of the same name; not a secret */
  client_id: string;
  status: "active" | "revoked";
  /** Handling of requests with unknown fields: `warn` accepts them and lists the fields in `warnings`, `refuse` answers 400 and saves nothing; default `warn` */
  unknown_fields: "warn" | "refuse";
  /** Whether it has `linked-accounts:link`: it may let its customers link their EMRs by link tokens; false until an admin switches it on */
  may_link: boolean;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601, to the minute; null if it was never used */
  last_used_at: string | null;
  /** ISO 8601 */
  revoked_at: string | null;
  /** Only this response shows it */
  client_secret: string;
};

export type Appointment = {
  id: string;
  /** ISO 8601 with the offset of the account's time zone */
  datetime: string;
  /** A visit status's code; "" if there is none */
  status: string;
  /** Why the patient comes; "" if there is none */
  reason: string;
  /** The appointment's note; "" unless requested with include_appointment_note=true */
  note: string;
  /** The location's name */
  location: string;
  /** The label of a blocked time; "" if there is none */
  schedule_block_label: string;
  /** The EMR's colour of a blocked time; "" if there is none */
  schedule_block_color: string;
  /** The visit type's name; "" if there is none */
  appointment_type: string;
  /** How the visit takes place; "" if there is none */
  appointment_mode: string;
  /** The kind of complaint; "" if there is none */
  complaint_type: string;
  /** Minutes */
  duration: number;
  /** Id in the EMR */
  ehr_appointment_id: string;
  /** Id in the EMR, for PATCH /appointments */
  emr_appointment_id: string;
  /** The rendering provider's id in the EMR */
  provider_ehr_id: string;
  /** First and last name; "" if there is none */
  provider_name: string;
  /** The rendering provider's NPI; "" if there is none */
  provider_npi: string;
  /** The second provider's id in the EMR; "" if there is none */
  secondary_provider_ehr_id: string;
  /** The patient's first name; "" if there is none */
  patient_first_name: string;
  /** The patient's last name; "" if there is none */
  patient_last_name: string;
  /** First and last name; "" if there is none */
  patient_name: string;
  /** The patient's phone; "" if there is none */
  patient_phone: string;
  /** The patient's medical record number; "" if there is none */
  patient_mrn: string;
  /** The patient's id in the EMR; "" if there is none */
  patient_ehr_id: string;
  /** YYYY-MM-DD; "" if there is none */
  patient_dob: string;
  /** The patient's gender; "" if there is none */
  patient_gender: string;
  /** The primary insurance's company; "" if there is none */
  insurance: string;
  /** The subscriber of the primary insurance; "" if there is none */
  insurance_subscriber: string;
  /** The primary insurance's number; "" if there is none */
  insurance_number: string;
  /** The primary insurance's group; "" if there is none */
  insurance_group_number: string;
  /** The secondary insurance's company; "" if there is none */
  secondary_insurance: string;
  /** The secondary insurance's number; "" if there is none */
  secondary_insurance_number: string;
  /** The primary one first */
  insurances: {
    company: string;
    subscriber: string;
    number: string;
    group_number: string;
  }[];
  diagnoses: {
    code: string;
    description: string;
  }[];
  medications: {
    name: string;
    dose: string;
  }[];
  /** The visit's progress note; "" if there is none */
  progress_note: string;
  /** Why the EMR's present state of the record cannot be read: it is shown as it was read last, with the status and the time that still can be read; "" if there is none */
  set_aside: string;
  /** The linked account's id */
  practice_id: string;
  /** ISO 8601: time of creation in the EMR */
  created_at: string;
  object_metadata: {
    /** The type of the EMR that the record was synced from */
    source: string;
    /** ISO 8601: time of the first sync */
    created_at: string;
  };
};

export type AppointmentCancelledEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "appointment.cancelled";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the appointment here: a UUID without dashes */
    appointment_id: string;
    /** The EMR's id of the appointment */
    emr_appointment_id: string;
    patient_mrn: string;
    /** Beginning of the visit, ISO 8601 with the offset of the account's time zone */
    datetime: string;
    provider_ehr_id: string;
    location_id: string;
    /** The visit status's code; "" if the EMR shows none */
    status: string;
    /** Whether the visit was cancelled in the EMR before */
    already_cancelled: boolean;
  };
};

export type AppointmentChangedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "appointment.changed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    change: "created" | "updated" | "deleted";
    /** Id of the record here */
    id: string;
    /** Id in the EMR */
    ehr_id: string | null;
    /** Null where the record names no patient */
    patient_mrn: string | null;
    /** The fields of the record that show something else than before; empty unless it was updated */
    updated_fields: string[];
    /** As its read shows it after the change; null where it is deleted */
    record: Appointment | null;
  };
};

export type AppointmentCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "appointment.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the appointment here: a UUID without dashes */
    appointment_id: string;
    /** The EMR's id of the appointment */
    emr_appointment_id: string;
    patient_mrn: string;
    /** ISO 8601 with the offset of the account's time zone */
    datetime: string;
    provider_ehr_id: string;
    location_id: string;
    /** The visit status's code; "" if the EMR shows none */
    status: string;
  };
};

export type AppointmentFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "appointment.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the appointment here; not of a change of its status */
    appointment_id?: string;
    /** The EMR's id of the appointment; not of a booking */
    emr_appointment_id?: string;
    failure_reason: string;
    /** The same in codes; not of a change of its status */
    reasons?: FailureReason[];
  };
};

export type AppointmentLiveFetchCompletedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "appointment.live_fetch_completed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    start_date: string;
    end_date: string;
    /** Ids here of the appointments that are new or differed */
    appointment_ids: string[];
    /** Former ids here of those that the EMR no longer has */
    deleted_appointment_ids: string[];
    /** Records that the EMR returned of what was asked for */
    found: number;
    /** Records that were not known here */
    created: number;
    /** Records that differed */
    updated: number;
    /** Records that the EMR says it no longer has */
    deleted: number;
  };
};

export type AppointmentLiveFetchFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "appointment.live_fetch_failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    failure_reason: string;
    reasons: FailureReason[];
  };
};

export type AppointmentUpdatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "appointment.updated";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** The EMR's id of the appointment */
    emr_appointment_id: string;
    patient_mrn: string;
    /** The visit status's code; "" if the EMR shows none */
    status: string;
    /** Id of the appointment here; of a move or another change of the visit itself */
    appointment_id?: string;
    /** Beginning of the visit now, ISO 8601 with the offset of the account's time zone; of a move or another change of the visit itself */
    datetime?: string;
    /** Beginning before, ISO 8601 with the offset of the account's time zone; of a move or another change of the visit itself */
    previous_datetime?: string;
    /** Minutes; of a move or another change of the visit itself */
    duration?: number;
    /** Minutes before; of a move or another change of the visit itself */
    previous_duration?: number;
    /** The provider now; of a move or another change of the visit itself */
    provider_ehr_id?: string;
    /** The provider before; of a move or another change of the visit itself */
    previous_provider_ehr_id?: string;
    /** The location now; of a move or another change of the visit itself */
    location_id?: string;
    /** Names of the fields that were applied; of a move or another change of the visit itself */
    updated_fields?: string[];
  };
};

export type AuditEntry = {
  id: string;
  /** ISO 8601 */
  at: string;
  /** `anonymous`, without an id: anybody can make this request, and did not have to say who they are; `operator`, without an id: a command on the deployment's machine */
  actor: {
    kind: "api_client" | "user" | "embed" | "mcp_token" | "scim_token" | "operator" | "anonymous";
    id: string;
    name: string;
  };
  /** The permission that was used or refused */
  action: string;
  /** Method and route template */
  route: string;
  /** 200 to 299 if the request was performed, 403 if it was refused */
  status: number;
  /** The record: the variable part of the path, or the new id */
  resource: string | null;
  /** The patient of the request; null if it had none */
  patient_mrn: string | null;
  /** Also null if the request was to a linked account other than the reader's */
  patient_name: PatientName;
  job_id: number | null;
  linked_account_id: string | null;
  /** Of a change of a linked account: the operations that may or may no longer write to the EMR, and the address of a new connection. Of a change of a provider, person, API client or webhook endpoint: its name and the changed fields. Of a sent or discarded draft: who drafted it */
  detail: {
    switched_on?: string[];
    switched_off?: string[];
    connected_to?: string;
    /** The person who consented at the EMR, as the EMR names them (`fhirUser`) */
    authorized_by?: string;
    /** The words that somebody without an account agreed to before an EMR was linked */
    agreed_to?: string[];
    /** The person and, in brackets, the assistant that drafted it */
    drafted_by?: string;
    /** Name of the changed record; never a patient's */
    record?: string;
    /** What proved the second factor at a sign-in */
    second_factor?: string;
    /** The fields that changed, with their values before and after */
    changed?: {
      field: string;
      from: string;
      to: string;
    }[];
  } | null;
  /** IP address of the client */
  address: string | null;
};

export type AvailabilityLiveFetchCompletedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "availability.live_fetch_completed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    start_date: string;
    end_date: string;
    /** Ids here of the open and blocked times that are new or differed */
    slot_ids: string[];
    /** Former ids here of those that the EMR no longer has */
    deleted_slot_ids: string[];
    /** Records that the EMR returned of what was asked for */
    found: number;
    /** Records that were not known here */
    created: number;
    /** Records that differed */
    updated: number;
    /** Records that the EMR says it no longer has */
    deleted: number;
  };
};

export type AvailabilityLiveFetchFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "availability.live_fetch_failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    failure_reason: string;
    reasons: FailureReason[];
  };
};

export type Backlog = {
  jobs: number;
  /** The EMR's limit as it is known; null if it is not */
  calls_per_minute: number | null;
  /** ISO 8601: when they will be through at the pace of the last minutes; null if that is unknown */
  through_at: string | null;
};

export type CallbackUrls = string[];

export type CancelAppointmentAnswer = {
  success: true;
  message: string;
  /** Id of the appointment here: a UUID without dashes */
  appointment_id: string;
  /** The EMR's id of the appointment; absent while its booking is unfinished */
  emr_appointment_id?: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CancelAppointmentRequest = {
  /** Why the visit does not take place */
  reason: string;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CancelJobAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type Change = {
  kind: "locations" | "providers" | "patients" | "documents" | "referrals" | "recalls" | "appointments";
  change: "created" | "updated" | "deleted";
  /** Id of the record here */
  id: string;
  /** Id in the EMR; null until the EMR has the record */
  ehr_id: string | null;
  patient_mrn: string | null;
  patient_name: PatientName;
  /** The fields of the record that show something else than before; empty unless it was updated */
  updated_fields: string[];
  /** As its read shows it after the change; null where it is deleted */
  record: Record<string, unknown> | null;
  /** The job of ours that made the change; null for all other changes */
  job_id: number | null;
  /** ISO 8601: when the change was stored here */
  noticed_at: string;
  /** Goes on after this entry */
  cursor: string;
};

export type ChangeNotices = {
  /** `requested`: the EMR is asked within a minute. `silent`: no notice came for an hour, as nothing changed or some are lost. `refused`: the EMR could not be asked, or did not take it; it is asked again. `unreachable`: `PUBLIC_URL` names no address that the EMR could reach */
  state: "requested" | "active" | "silent" | "refused" | "unreachable";
  /** ISO 8601: when the EMR took it; null before */
  registered_at: string | null;
  /** ISO 8601: when the latest notice came; null before the first */
  heard_at: string | null;
  /** ISO 8601: when a notice came without the secret, since the latest that had it; null if none did */
  refused_at: string | null;
  /** The EMR's words, if it refused */
  problem: string | null;
};

export type Claim = {
  /** Service claim id */
  id: string;
  /** EMR claim number */
  emr_claim_id: string;
  /** YYYY-MM-DD */
  service_date: string;
  /** Short status code */
  claim_status: string;
  claim_status_description: string;
  /** Decimal amount as text */
  total_charge: string;
  /** Decimal amount as text */
  balance: string;
  patient_mrn: string;
  /** ISO 8601 */
  updated_at: string;
  patient_name: PatientName;
  set_aside: SetAside;
};

export type ClaimCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "claim.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Service claim id */
    id: string;
    /** EMR claim number */
    emr_claim_id: string;
    /** YYYY-MM-DD */
    service_date: string;
    /** Short status code */
    claim_status: string;
    claim_status_description: string;
    /** Decimal amount as text */
    total_charge: string;
    /** Decimal amount as text */
    balance: string;
    patient_mrn: string;
    /** ISO 8601 */
    updated_at: string;
  };
};

export type ClaimLiveFetchCompletedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "claim.live_fetch_completed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    success: boolean;
    /** EMR numbers of the claims found */
    claim_ids: string[];
    claims: FetchedClaim[];
    /** Requested numbers that the EMR did not return */
    not_found_claim_ids: string[];
  };
};

export type ClaimLiveFetchFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "claim.live_fetch_failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    failure_reason: string;
  };
};

export type ClaimUpdatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "claim.updated";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Service claim id */
    id: string;
    /** EMR claim number */
    emr_claim_id: string;
    /** YYYY-MM-DD */
    service_date: string;
    /** Short status code */
    claim_status: string;
    claim_status_description: string;
    /** Decimal amount as text */
    total_charge: string;
    /** Decimal amount as text */
    balance: string;
    patient_mrn: string;
    /** ISO 8601 */
    updated_at: string;
  };
};

export type Clinic = {
  /** null: the organization's name stands on receipts */
  name: string | null;
  /** Lines are kept */
  address: string | null;
  phone: string | null;
  tax_id: string | null;
};

export type ConflictError = {
  success: false;
  /** A text for users that names every problem */
  message: string;
  /** The invalid fields, at most 100; absent if there are none */
  errors?: FieldError[];
  /** Present only while an org settings sync is in progress */
  status?: "running";
  /** The org settings sync in progress, the job that the draft of X-Draft became, or the job that follows that of X-Corrects-Job */
  job_execution_id?: string;
  /** The closing of the day that POST /day-closings is to close again */
  day_closing_id?: string;
  /** The patients, at most 20, who may be the one that POST /patients is to create; never present for an embedded view */
  candidates?: PatientCandidate[];
  /** The times that are taken, of an appointment that would overlap them; never whose they are */
  overlaps?: {
    /** ISO 8601 with the offset of the account's time zone */
    datetime: string;
    /** Minutes */
    duration: number;
  }[];
};

export type CreateApiClientAnswer = {
  success: true;
  message: string;
  api_client: NewApiClient;
  warnings?: UnknownFields;
};

export type CreateApiClientRequest = {
  name: string;
  /** Handling of requests with unknown fields: `warn` accepts them and lists the fields in `warnings`, `refuse` answers 400 and saves nothing; default `warn` */
  unknown_fields?: ("warn" | "refuse") | undefined;
};

export type CreateAppointmentAnswer = {
  success: true;
  message: string;
  /** Id of the appointment here: a UUID without dashes */
  appointment_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreateAppointmentRequest = {
  /** A synced patient with an EMR patient id */
  patient_mrn?: string | undefined;
  /** `id` of GET /patients, or the `patient_id` of POST /patients, whose end the job waits for */
  patient_id?: string | undefined;
  /** `ehr_id` of an active provider; required without `slot_id` */
  provider_ehr_id?: string | undefined;
  /** `emr_id` of GET /locations; required without `slot_id` */
  location_id?: string | undefined;
  /** `id` or `name` of GET /visit-types */
  appointment_type: string;
  /** Beginning, ISO 8601 with an offset, or local in the account's time zone; today or later, from 1 years ago to 5 years ahead; required without `slot_id` */
  datetime?: string | undefined;
  /** Minutes; default the slot's rest, else the visit type's */
  duration?: number | undefined;
  /** `ehr_id` of a second provider */
  secondary_provider_ehr_id?: string | undefined;
  reason?: string | undefined;
  note?: string | undefined;
  appointment_mode?: string | undefined;
  /** `slot_id` of GET /availability: supplies what is not sent, and refuses what contradicts it */
  slot_id?: string | undefined;
  /** Default `refuse`; `allow` needs the permission `appointments:overbook` */
  overlap?: ("refuse" | "allow") | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreateDayClosingAnswer = {
  success: true;
  message: string;
  day_closing: DayClosing;
  warnings?: UnknownFields;
};

export type CreateDayClosingRequest = {
  /** YYYY-MM-DD, a day at the clinic */
  date: string;
  /** `emr_id` of GET /locations, or a location that the day's payments name */
  location_id: string;
};

export type CreateDocumentAnswer = {
  success: true;
  message: string;
  /** `id` of the document here: a UUID without dashes */
  document_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreateDocumentForm = {
  /** Must resolve to a synced patient */
  patient_mrn: string;
  /** An ending of its type is added if it has none. Default: the name of the part `file`, else `document` */
  file_name?: string | undefined;
  /** Judged by the bytes of the file: 400 if they are of another type */
  mime_type?: ("application/pdf" | "image/jpeg" | "image/png" | "image/tiff" | "text/plain") | undefined;
  /** `id` of a referral of the patient, from GET /referrals */
  referral_id?: string | undefined;
  /** Such as Lab result */
  category?: string | undefined;
  description?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
  /** At most 26214400 bytes */
  file: Blob;
};

export type CreateDocumentRequest = {
  /** Must resolve to a synced patient */
  patient_mrn: string;
  /** The file in base64, within the 1 MiB of a JSON body */
  content_base64: string;
  /** An ending of its type is added if it has none. Default: the name of the part `file`, else `document` */
  file_name?: string | undefined;
  /** Judged by the bytes of the file: 400 if they are of another type */
  mime_type?: ("application/pdf" | "image/jpeg" | "image/png" | "image/tiff" | "text/plain") | undefined;
  /** `id` of a referral of the patient, from GET /referrals */
  referral_id?: string | undefined;
  /** Such as Lab result */
  category?: string | undefined;
  description?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreateDowntimePacketAnswer = {
  success: true;
  message: string;
  downtime_packet: {
    id: string;
    /** YYYY-MM-DD: the day of its appointments */
    day: string;
    /** By the clinic's evening run, or for a caller */
    made: "evening" | "asked";
    /** Bytes */
    size: number;
    /** ISO 8601 */
    created_at: string;
  };
  warnings?: UnknownFields;
};

export type CreateDowntimePacketRequest = {
  /** YYYY-MM-DD: the day of the appointments */
  day: string;
};

export type CreateEmbedOriginAnswer = {
  success: true;
  message: string;
  embed_origin: EmbedOrigin;
  warnings?: UnknownFields;
};

export type CreateEmbedOriginRequest = {
  origin: string;
};

export type CreateEmbedSessionAnswer = {
  success: true;
  message: string;
  session_id: string;
  /** Valid for this view only. Only this response shows it */
  token: string;
  /** ISO 8601, 15 minutes from now */
  expires_at: string;
  /** The URL of the frame. It contains the session's id, but not the token */
  url: string;
  warnings?: UnknownFields;
};

export type CreateEmbedSessionRequest = {
  view: "jobs" | "job" | "appointments" | "providers" | "documents" | "operation" | "webhooks" | "booking";
  /** The view's parameters; the description lists those of each view */
  parameters?: Record<string, unknown> | undefined;
  /** Default: the permissions that the view needs to read; of `webhooks` and `booking`, all that it may have */
  permissions?: string[] | undefined;
  /** The registered origin of the page that shows the view */
  origin: string;
  /** The partner's own user, as shown in jobs and the audit log */
  actor: {
    id: string;
    name: string;
  };
  theme?: EmbedTheme | undefined;
};

export type CreateEmrAppAnswer = {
  success: true;
  message: string;
  emr_app: EmrApp;
  warnings?: UnknownFields;
};

export type CreateEmrAppRequest = {
  /** Address of the FHIR server that knows the app, or the address below which all servers of a vendor are */
  issuer: string;
  /** As the vendor gave it */
  client_id: string;
  /** As the vendor gave it; stored sealed, and never shown. Without it the organization's own key proves the app */
  client_secret?: string | undefined;
  /** Needed if tokens are issued at another origin than that of the server: no other address there gets credentials */
  token_url?: string | undefined;
  /** Scopes that are asked for, separated by spaces; `offline_access` is among them */
  scopes?: string | undefined;
};

export type CreateEmrAuthorizationAnswer = {
  success: true;
  message: string;
  emr_authorization: EmrAuthorization;
  /** What a form of our own page sends to `start_path`, once; it leads on to the EMR. The page of a link with `redirect_url` also sends its `link_token`, and is led back to */
  start: string;
  start_path: string;
  warnings?: UnknownFields;
};

export type CreateEmrAuthorizationRequest = {
  /** Address of the FHIR server, as `base_url` of the connection */
  base_url: string;
};

export type CreateLinkTokenAccountAnswer = {
  success: true;
  message: string;
  /** For your back end, which exchanges it once within 15 minutes. Of no use without the client's secret */
  public_token: string;
  /** ISO 8601 */
  expires_at: string;
  linked_account_id: string;
  warnings?: UnknownFields;
};

export type CreateLinkTokenAccountRequest = {
  name: string;
  emr_type: "sandbox" | "sandbox_basic" | "fhir" | "records_api";
  /** Required for fhir, records_api; other types have none */
  connection?:
    | (
        | {
            /** Address of the FHIR server, such as https://ehr.example/fhir/R4 */
            base_url: string;
            auth:
              | {
                  kind: "smart_app";
                  /** Somebody signs in at the EMR and allows access; the id is that of POST /emr-authorizations */
                  authorization_id: string;
                }
              | {
                  kind: "smart_backend";
                  /** The name under which the server knows this client */
                  client_id: string;
                  /** Needed if tokens are issued at another origin than that of the server: no other address there gets credentials. Otherwise the server's SMART configuration names it */
                  token_url?: string | undefined;
                  /** Scopes that are asked for, separated by spaces; without it, reading and writing of all records */
                  scopes?: string | undefined;
                }
              | {
                  kind: "client_secret";
                  /** The name under which the server knows this client */
                  client_id: string;
                  client_secret: string;
                  /** Needed if tokens are issued at another origin than that of the server: no other address there gets credentials. Otherwise the server's SMART configuration names it */
                  token_url?: string | undefined;
                  /** Scopes that are asked for, separated by spaces; without it, the server's own choice */
                  scopes?: string | undefined;
                }
              | {
                  kind: "header";
                  /** Name of the header, such as `Authorization` or `X-Api-Key` */
                  header_name: string;
                  /** The header's whole value, such as `Bearer` and a token */
                  header_value: string;
                }
              | {
                  kind: "none";
                };
            /** The practice's visit statuses; without them FHIR's own */
            visit_statuses?:
              | {
                  /** Code of GET /visit-statuses */
                  code: string;
                  description: string;
                  /** Status in FHIR */
                  fhir_status:
                    | "proposed"
                    | "pending"
                    | "waitlist"
                    | "booked"
                    | "arrived"
                    | "checked-in"
                    | "fulfilled"
                    | "cancelled"
                    | "noshow"
                    | "entered-in-error";
                }[]
              | undefined;
            /** FHIR ids of the practitioners, separated by spaces or commas; needed if the server does not list its practitioners */
            practitioner_ids?: string | undefined;
            /** Parameters that the server requires in each search, such as `ah-practice=Organization/a-1.Practice-1` */
            search_parameters?: string | undefined;
            /** System of the patient identifier that is the MRN */
            mrn_system?: string | undefined;
            /** Id of the Group of all the practice's patients, if the server exports its records by groups alone */
            export_group?: string | undefined;
            /** `on`: the server is asked to tell of each change of a visit or patient at once (Subscription, rest-hook), at an address here that is made for this account; `off` or left out: changes are read every few minutes alone */
            subscriptions?: ("off" | "on") | undefined;
            /** Canonical addresses of the server's SubscriptionTopics for visits and patients, separated by spaces, if it takes subscriptions to topics alone (R5 backport) */
            subscription_topics?: string | undefined;
            /** Most calls per minute; without it, limits are learned from the EMR's answers */
            calls_per_minute?: number | undefined;
            /** Leave empty if the EMR has no such limit */
            at_once?: number | undefined;
          }
        | {
            /** Address of its API, which ends in `/v1` */
            base_url: string;
            /** Sent as `client_id` */
            client_id: string;
            client_secret: string;
            access_token: string;
            /** Way in which the EMR speaks this interface; default `interface`. If you do not know it, leave it: the test of the connection finds it, refuses another one, and says here which one it is */
            dialect?: ("interface" | "cobalt") | undefined;
            /** Signs its events for this API client, per Standard Webhooks: with it, unsigned events are refused, without it, events are taken unsigned */
            webhook_secret?: string | undefined;
            /** Most calls per minute; without it, limits are learned from the EMR's answers */
            calls_per_minute?: number | undefined;
          }
      )
    | undefined;
  timezone: string;
  /** Also tries writes, on records of its own that it removes; what it could not remove is listed */
  write_probes?: boolean | undefined;
  /** Id of your own probe of exactly this connection within the last 15 minutes, which is then not probed again; it stands for one linked account */
  probe_id?: string | undefined;
  /** Those of the asked operations to which whoever links has agreed */
  writes?:
    | (
        | "appointments:book"
        | "appointments:change"
        | "appointments:cancel"
        | "payments:create"
        | "patient-notes:create"
        | "visit-notes:create"
        | "documents:create"
        | "referrals:update"
        | "referrals:create"
        | "recall-actions:create"
        | "appointments:update"
        | "services:create"
        | "patients:create"
        | "patients:update"
        | "patient-insurances:create"
        | "patient-insurances:update"
        | "orders:create"
        | "messages:create"
        | "tasks:create"
      )[]
    | undefined;
};

export type CreateLinkTokenAnswer = {
  success: true;
  message: string;
  link_token_id: string;
  /** For `ClinicalRecords.link`; links one EMR. Only this response shows it */
  link_token: string;
  /** The view's address, with the token in its fragment, which no server sees; a page of its own with `redirect_url` */
  url: string;
  /** ISO 8601, 30 minutes from now, or 7 days if `mailed` */
  expires_at: string;
  warnings?: UnknownFields;
};

export type CreateLinkTokenRepairAnswer = {
  success: true;
  message: string;
  /** For your back end, which exchanges it once within 15 minutes. Of no use without the client's secret */
  public_token: string;
  /** ISO 8601 */
  expires_at: string;
  linked_account_id: string;
  warnings?: UnknownFields;
};

export type CreateLinkTokenRepairRequest = {
  /** The connection with new credentials; secrets that are left out keep their values */
  connection?: Record<string, unknown> | undefined;
  /** Those of the asked operations to which whoever repairs has agreed */
  writes?:
    | (
        | "appointments:book"
        | "appointments:change"
        | "appointments:cancel"
        | "payments:create"
        | "patient-notes:create"
        | "visit-notes:create"
        | "documents:create"
        | "referrals:update"
        | "referrals:create"
        | "recall-actions:create"
        | "appointments:update"
        | "services:create"
        | "patients:create"
        | "patients:update"
        | "patient-insurances:create"
        | "patient-insurances:update"
        | "orders:create"
        | "messages:create"
        | "tasks:create"
      )[]
    | undefined;
};

export type CreateLinkTokenRequest = {
  /** Of an account that this client linked, to repair it: the view asks for new credentials of the same EMR and for consent to `writes` that are not on yet */
  linked_account_id?: string | undefined;
  /** Your own id of the customer; becomes the account's `access_token_reference_id`, which events carry. Required without `linked_account_id` */
  user_id?: string | undefined;
  /** The customer's name, with which the account's name begins. Required without `linked_account_id` */
  organization_name?: string | undefined;
  /** Of a platform client alone: `new` for an organization of the customer's own, which is made with the link, or the id of one that it has made. By default the client's own organization, whose accounts share documents */
  organization?: string | undefined;
  /** With `organization: new`, which needs it: gets the invitation to be that organization's first admin */
  admin_email?: string | undefined;
  /** The kinds of EMR that may be linked; by default all */
  emr_types?: ("sandbox" | "sandbox_basic" | "fhir" | "records_api")[] | undefined;
  /** The registered origin of the page that frames the view */
  origin?: string | undefined;
  /** Instead of `origin`: the page of a registered origin to which the browser goes at the end */
  redirect_url?: string | undefined;
  /** Ids of the operations that you ask to let write to the EMR; the view asks for consent to each */
  writes?:
    | (
        | "appointments:book"
        | "appointments:change"
        | "appointments:cancel"
        | "payments:create"
        | "patient-notes:create"
        | "visit-notes:create"
        | "documents:create"
        | "referrals:update"
        | "referrals:create"
        | "recall-actions:create"
        | "appointments:update"
        | "services:create"
        | "patients:create"
        | "patients:update"
        | "patient-insurances:create"
        | "patient-insurances:update"
        | "orders:create"
        | "messages:create"
        | "tasks:create"
      )[]
    | undefined;
  /** BCP 47 tag for the format of dates and numbers. Texts are English */
  locale?: string | undefined;
  theme?: EmbedTheme | undefined;
  /** For an address that is mailed: valid for 7 days instead of 30 minutes. Needs `redirect_url` */
  mailed?: boolean | undefined;
};

export type CreateLinkedAccountAnswer = {
  success: true;
  message: string;
  linked_account: NewLinkedAccount;
  warnings?: UnknownFields;
};

export type CreateLinkedAccountRequest = {
  name: string;
  emr_type: "sandbox" | "sandbox_basic" | "fhir" | "records_api";
  /** Required for fhir, records_api; other types have none */
  connection?:
    | (
        | {
            /** Address of the FHIR server, such as https://ehr.example/fhir/R4 */
            base_url: string;
            auth:
              | {
                  kind: "smart_app";
                  /** Somebody signs in at the EMR and allows access; the id is that of POST /emr-authorizations */
                  authorization_id: string;
                }
              | {
                  kind: "smart_backend";
                  /** The name under which the server knows this client */
                  client_id: string;
                  /** Needed if tokens are issued at another origin than that of the server: no other address there gets credentials. Otherwise the server's SMART configuration names it */
                  token_url?: string | undefined;
                  /** Scopes that are asked for, separated by spaces; without it, reading and writing of all records */
                  scopes?: string | undefined;
                }
              | {
                  kind: "client_secret";
                  /** The name under which the server knows this client */
                  client_id: string;
                  client_secret: string;
                  /** Needed if tokens are issued at another origin than that of the server: no other address there gets credentials. Otherwise the server's SMART configuration names it */
                  token_url?: string | undefined;
                  /** Scopes that are asked for, separated by spaces; without it, the server's own choice */
                  scopes?: string | undefined;
                }
              | {
                  kind: "header";
                  /** Name of the header, such as `Authorization` or `X-Api-Key` */
                  header_name: string;
                  /** The header's whole value, such as `Bearer` and a token */
                  header_value: string;
                }
              | {
                  kind: "none";
                };
            /** The practice's visit statuses; without them FHIR's own */
            visit_statuses?:
              | {
                  /** Code of GET /visit-statuses */
                  code: string;
                  description: string;
                  /** Status in FHIR */
                  fhir_status:
                    | "proposed"
                    | "pending"
                    | "waitlist"
                    | "booked"
                    | "arrived"
                    | "checked-in"
                    | "fulfilled"
                    | "cancelled"
                    | "noshow"
                    | "entered-in-error";
                }[]
              | undefined;
            /** FHIR ids of the practitioners, separated by spaces or commas; needed if the server does not list its practitioners */
            practitioner_ids?: string | undefined;
            /** Parameters that the server requires in each search, such as `ah-practice=Organization/a-1.Practice-1` */
            search_parameters?: string | undefined;
            /** System of the patient identifier that is the MRN */
            mrn_system?: string | undefined;
            /** Id of the Group of all the practice's patients, if the server exports its records by groups alone */
            export_group?: string | undefined;
            /** `on`: the server is asked to tell of each change of a visit or patient at once (Subscription, rest-hook), at an address here that is made for this account; `off` or left out: changes are read every few minutes alone */
            subscriptions?: ("off" | "on") | undefined;
            /** Canonical addresses of the server's SubscriptionTopics for visits and patients, separated by spaces, if it takes subscriptions to topics alone (R5 backport) */
            subscription_topics?: string | undefined;
            /** Most calls per minute; without it, limits are learned from the EMR's answers */
            calls_per_minute?: number | undefined;
            /** Leave empty if the EMR has no such limit */
            at_once?: number | undefined;
          }
        | {
            /** Address of its API, which ends in `/v1` */
            base_url: string;
            /** Sent as `client_id` */
            client_id: string;
            client_secret: string;
            access_token: string;
            /** Way in which the EMR speaks this interface; default `interface`. If you do not know it, leave it: the test of the connection finds it, refuses another one, and says here which one it is */
            dialect?: ("interface" | "cobalt") | undefined;
            /** Signs its events for this API client, per Standard Webhooks: with it, unsigned events are refused, without it, events are taken unsigned */
            webhook_secret?: string | undefined;
            /** Most calls per minute; without it, limits are learned from the EMR's answers */
            calls_per_minute?: number | undefined;
          }
      )
    | undefined;
  timezone: string;
  /** Also tries writes, on records of its own that it removes; what it could not remove is listed */
  write_probes?: boolean | undefined;
  /** Id of your own probe of exactly this connection within the last 15 minutes, which is then not probed again; it stands for one linked account */
  probe_id?: string | undefined;
};

export type CreateLinkedAccountSyncAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type CreateLinkedAccountSyncRequest = {
  /** Held kinds whose next complete reading may remove what the EMR no longer returns */
  accept_held?:
    | (
        | "settings"
        | "locations"
        | "providers"
        | "visit_types"
        | "staff"
        | "referring_providers"
        | "forms"
        | "patients"
        | "appointments"
        | "claims"
        | "referrals"
        | "recalls"
        | "documents"
      )[]
    | undefined;
};

export type CreateMcpTokenAnswer = {
  success: true;
  message: string;
  mcp_token: NewMcpToken;
  warnings?: UnknownFields;
};

export type CreateMcpTokenRequest = {
  /** Name of the assistant that will use it */
  name: string;
  /** `id` of an active person from GET /users */
  user_id: string;
  /** Permissions of the kinds of record that it may read, as far as its person may read them */
  reads: (
    | "appointments:read"
    | "availability:read"
    | "claims:read"
    | "documents:read"
    | "downtime-packets:read"
    | "forms:read"
    | "locations:read"
    | "messages:read"
    | "orders:read"
    | "patient-insurances:read"
    | "patient-notes:read"
    | "patients:read"
    | "payments:read"
    | "providers:read"
    | "recalls:read"
    | "referrals:read"
    | "referring-providers:read"
    | "services:read"
    | "settings:read"
    | "staff:read"
    | "tasks:read"
    | "visit-notes:read"
    | "visit-statuses:read"
    | "visit-types:read"
    | "changes:read"
    | "events:read"
    | "jobs:read"
    | "subscriptions:read"
    | "webhook-endpoints:read"
  )[];
  /** Ids of the operations that it may draft, as far as its person may send them */
  drafts?:
    | (
        | "appointments:book"
        | "appointments:change"
        | "appointments:cancel"
        | "payments:create"
        | "patient-notes:create"
        | "visit-notes:create"
        | "documents:create"
        | "claims:fetch"
        | "appointments:fetch"
        | "patients:fetch"
        | "availability:fetch"
        | "org-settings:fetch"
        | "referrals:update"
        | "referrals:create"
        | "recall-actions:create"
        | "appointments:update"
        | "services:create"
        | "order-catalog:fetch"
        | "patients:create"
        | "patients:update"
        | "patient-insurances:create"
        | "patient-insurances:update"
        | "orders:create"
        | "messages:create"
        | "tasks:create"
      )[]
    | undefined;
  /** Days after which it ends */
  valid_days: number;
};

export type CreateMessageAnswer = {
  success: true;
  message: string;
  /** Id of the message here: a UUID without dashes */
  message_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreateMessageRequest = {
  /** EMR provider id, digits only: the `provider_number` of a provider from GET /providers, which is the `ehr_id` if that has digits only; 404 if unknown */
  provider: string;
  subject: string;
  /** Body text */
  message: string;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreateMyRecoveryCodeAnswer = {
  success: true;
  message: string;
  /** Each takes the place of a code once. Only this response shows them; those made before no longer work */
  recovery_codes: string[];
  warnings?: UnknownFields;
};

export type CreateMyRecoveryCodeRequest = {
  /** From POST /me/second-factor/confirmation */
  confirmation: string;
};

export type CreateMySecondFactorAnswer = {
  success: true;
  message: string;
  second_factor: SecondFactor;
  recovery_codes: string[] | null;
  warnings?: UnknownFields;
};

export type CreateMySecondFactorConfirmationAnswer = {
  success: true;
  message: string;
  confirmation: string;
  warnings?: UnknownFields;
};

export type CreateMySecondFactorConfirmationRequest = {
  current_password: string;
  /** Six digits of the authenticator app, or a recovery code */
  code?: string | undefined;
  /** The browser's answer to `options` */
  passkey?:
    | {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
        };
      }
    | undefined;
  /** From the request for a passkey */
  challenge_id?: string | undefined;
};

export type CreateMySecondFactorEnrolmentAnswer = {
  success: true;
  message: string;
  /** Sent back to finish, within 10 minutes */
  enrolment: string;
  totp?: {
    /** Base32, for an authenticator app that scans nothing */
    secret: string;
    /** `otpauth:` URI, to show as a QR code */
    uri: string;
  };
  /** For the browser: WebAuthn's PublicKeyCredentialCreationOptionsJSON */
  options?: Record<string, unknown>;
  warnings?: UnknownFields;
};

export type CreateMySecondFactorEnrolmentRequest = {
  /** From POST /me/second-factor/confirmation */
  confirmation: string;
  kind: "totp" | "passkey";
};

export type CreateMySecondFactorPasskeyChallengeAnswer = {
  success: true;
  message: string;
  challenge_id: string;
  /** WebAuthn's PublicKeyCredentialRequestOptionsJSON */
  options: Record<string, unknown>;
  warnings?: UnknownFields;
};

export type CreateMySecondFactorRequest = {
  /** From the request that began it */
  enrolment: string;
  /** A code of the new authenticator app */
  code?: string | undefined;
  /** The browser's answer to `options` */
  passkey?:
    | {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          attestationObject: string;
          transports?: string[] | undefined;
        };
      }
    | undefined;
  /** The person's name for it */
  name?: string | undefined;
};

export type CreateOauthGrantAnswer = {
  success: true;
  message: string;
  oauth_grant: OAuthGrant;
  /** The client's redirect URI with the code, `state` and `iss`, where the browser goes next */
  redirect_to: string;
  warnings?: UnknownFields;
};

export type CreateOauthGrantRequest = {
  /** `code` */
  response_type: string;
  client_id: string;
  redirect_uri: string;
  /** BASE64URL of a SHA-256 (RFC 7636) */
  code_challenge: string;
  /** `S256` */
  code_challenge_method: string;
  /** `read`, `draft`, or both; both if none is given */
  scope?: (string | null) | undefined;
  state?: (string | null) | undefined;
  /** Address of `/mcp` (RFC 8707) */
  resource?: (string | null) | undefined;
  /** The person who was signed in when the page of consent was shown; 409 if it is another one by now */
  user_id?: string | undefined;
  /** Permissions of the kinds of record that the client may read; the person must have them */
  reads: (
    | "appointments:read"
    | "availability:read"
    | "claims:read"
    | "documents:read"
    | "downtime-packets:read"
    | "forms:read"
    | "locations:read"
    | "messages:read"
    | "orders:read"
    | "patient-insurances:read"
    | "patient-notes:read"
    | "patients:read"
    | "payments:read"
    | "providers:read"
    | "recalls:read"
    | "referrals:read"
    | "referring-providers:read"
    | "services:read"
    | "settings:read"
    | "staff:read"
    | "tasks:read"
    | "visit-notes:read"
    | "visit-statuses:read"
    | "visit-types:read"
    | "changes:read"
    | "events:read"
    | "jobs:read"
    | "subscriptions:read"
    | "webhook-endpoints:read"
  )[];
  /** Ids of the operations that the client may draft; the person must be able to send them */
  drafts?:
    | (
        | "appointments:book"
        | "appointments:change"
        | "appointments:cancel"
        | "payments:create"
        | "patient-notes:create"
        | "visit-notes:create"
        | "documents:create"
        | "claims:fetch"
        | "appointments:fetch"
        | "patients:fetch"
        | "availability:fetch"
        | "org-settings:fetch"
        | "referrals:update"
        | "referrals:create"
        | "recall-actions:create"
        | "appointments:update"
        | "services:create"
        | "order-catalog:fetch"
        | "patients:create"
        | "patients:update"
        | "patient-insurances:create"
        | "patient-insurances:update"
        | "orders:create"
        | "messages:create"
        | "tasks:create"
      )[]
    | undefined;
};

export type CreateOrderAnswer = {
  success: true;
  message: string;
  /** Id of the order here: a UUID without dashes */
  order_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreateOrderRequest = {
  /** Must resolve to a synced patient */
  patient_mrn: string;
  /** `lab`, `imaging` or `procedure` */
  type: "lab" | "imaging" | "procedure";
  /** 1 to 50 `item_id` values that POST /orders/catalog/fetch has found for this account and type; 400 for others. Duplicates count once. If the EMR's catalog cannot be searched, the EMR checks them */
  item_ids: string[];
  /** The ordering provider's `ehr_id` from GET /providers; 404 if unknown */
  provider?: string | undefined;
  /** `routine`, `urgent` or `stat`; default `routine` */
  priority?: ("routine" | "urgent" | "stat") | undefined;
  notes?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreatePatientAnswer = {
  success: true;
  message: string;
  /** `id` that the patient has here, from now on: a UUID without dashes */
  patient_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreatePatientInsuranceAnswer = {
  success: true;
  message: string;
  /** Id of the insurance here: a UUID without dashes */
  insurance_id: string;
  patient_mrn: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreatePatientInsuranceRequest = {
  /** `id` of one of `insurance_companies` of GET /settings */
  payer_id?: string | undefined;
  payer_name?: string | undefined;
  member_id: string;
  group_number?: string | undefined;
  /** 1 (primary) to 3 */
  priority: number;
  /** What the patient is to the subscriber */
  relationship?: ("self" | "spouse" | "child" | "parent" | "other") | undefined;
  /** Name; required unless `self` */
  subscriber?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreatePatientNoteAnswer = {
  success: true;
  message: string;
  /** Id of the note here: a UUID without dashes */
  patient_note_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreatePatientNoteRequest = {
  /** Body text */
  note: string;
  /** Title */
  subject: string;
  /** Must resolve to a synced patient */
  patient_mrn: string;
  /** `emr_id` of a location from GET /locations */
  location_id?: string | undefined;
  /** Names of note categories, case-insensitive; the note fails if the practice does not have one of them */
  tags?: string[] | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreatePatientRequest = {
  first_name: string;
  last_name: string;
  /** Birth date, from 1850 to today */
  dob: string;
  gender: "female" | "male" | "other" | "unknown";
  phone?: string | undefined;
  mobile_phone?: string | undefined;
  email?: string | undefined;
  middle_name?: string | undefined;
  suffix?: string | undefined;
  preferred_language?: string | undefined;
  address?:
    | {
        street?: string | undefined;
        city?: string | undefined;
        state?: string | undefined;
        zip?: string | undefined;
      }
    | undefined;
  emergency_contact?:
    | {
        name: string;
        relationship?: string | undefined;
        phone?: string | undefined;
      }
    | undefined;
  /** True if the patient is another one than the `candidates` of a 409 */
  allow_duplicate?: boolean | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreatePaymentAnswer = {
  success: true;
  message: string;
  /** Id of the payment here: a UUID without dashes */
  payment_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreatePaymentRequest = {
  /** Must resolve to a synced patient with an EMR patient id */
  patient_mrn: string;
  /** Name as configured in the EMR; resolved to its id at post time */
  payment_method: string;
  /** Reusable; not a uniqueness key */
  reference_number: string;
  /** EMR location or facility id */
  location: string;
  /** Positive, at most two decimals */
  amount: number;
  notes?: string | undefined;
  /** YYYY-MM-DD, from 20 years ago to the next year; default today in the account's time zone */
  deposit_date?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreateRecallActionAnswer = {
  success: true;
  message: string;
  /** Id of the recall here: a UUID without dashes */
  recall_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreateRecallActionRequest = {
  /** The action taken; one of `recall_closing_actions` of GET /settings closes the recall */
  action_taken: string;
  note?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreateReferralAnswer = {
  success: true;
  message: string;
  /** Id of the referral here: a UUID without dashes */
  referral_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreateReferralRequest = {
  /** Must resolve to a synced patient */
  patient_mrn: string;
  /** `routine`, `urgent` or `stat`, in any case */
  priority?: string | undefined;
  /** Label of the EMR's live status list, resolved at processing time, ignoring case and spacing */
  status?: string | undefined;
  reason: string;
  /** Free text */
  notes?: string | undefined;
  prior_authorization_code?: string | undefined;
  /** Name of the EMR's live specialty list, resolved at processing time, ignoring case and spacing */
  specialty?: string | undefined;
  /** `emr_id` of a location from GET /locations; 404 if unknown */
  location_id?: string | undefined;
  /** YYYY-MM-DD, from 20 years ago to 20 years ahead */
  start_date?: string | undefined;
  /** YYYY-MM-DD, from 20 years ago to 20 years ahead, on or after `start_date` */
  end_date?: string | undefined;
  visits_allowed?: number | undefined;
  /** `ehr_id` of a staff member from GET /staff */
  assigned_to_id?: string | undefined;
  /** `incoming` or `outgoing`; default `outgoing` */
  direction?: ("incoming" | "outgoing") | undefined;
  /** `id` of a referring provider from GET /referring-providers; 404 if unknown */
  referring_provider_id?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreateSavedViewAnswer = {
  success: true;
  message: string;
  saved_view: SavedView;
  warnings?: UnknownFields;
};

export type CreateSavedViewRequest = {
  /** Unique among the user's views of the list, ignoring case */
  name: string;
  /** The list that the view shows */
  list?:
    | (
        | "jobs"
        | "appointments"
        | "patients"
        | "providers"
        | "referrals"
        | "recalls"
        | "claims"
        | "documents"
        | "events"
        | "users"
        | "audit_log"
      )
    | undefined;
  filters: SavedViewFilters;
};

export type CreateScimTokenAnswer = {
  success: true;
  message: string;
  scim_token: NewScimToken;
  warnings?: UnknownFields;
};

export type CreateScimTokenRequest = {
  /** Name of the directory that will use it */
  name: string;
  /** The value of a user's `roles` that makes an admin. Without it everyone whom the directory creates is staff */
  admin_role?: (string | null) | undefined;
};

export type CreateServiceAnswer = {
  success: true;
  message: string;
  /** Id of the service here: a UUID without dashes */
  service_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreateServiceRequest = {
  /** Must resolve to a synced patient: the client's id */
  patient_mrn: string;
  /** Name or numeric id of a team, resolved at processing time. Names match case-insensitively, an exact match before a partial one; a partial match of several teams fails the service */
  team: string;
  /** Name, in any case, or numeric visit-type id; must be in the client's live billing matrix at processing time */
  service_type: string;
  /** `emr_form_id` of the form that the service type documents, from GET /forms. If the type documents no form, any form is accepted, and none is written if `answers` is empty */
  form_id: string;
  /** By `emrQuestionId` of GET /forms/{id}: text, an option's `value` or, for a scored question, the numeric score. Checked at processing time */
  answers: Record<string, string>;
  /** YYYY-MM-DD, from 1950 to today; default today in the account's time zone; may not be in the future */
  service_date?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreateShiftNoteAnswer = {
  success: true;
  message: string;
  shift_note: ShiftNote;
  warnings?: UnknownFields;
};

export type CreateShiftNoteRequest = {
  /** What the next shift should know. Everyone of the account reads it */
  text: string;
  /** `emr_id` of a location from GET /locations; without one the note is for all desks */
  location_id?: string | undefined;
};

export type CreateTaskAnswer = {
  success: true;
  message: string;
  /** Id of the task here: a UUID without dashes */
  task_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreateTaskRequest = {
  /** Body text */
  description: string;
  /** Must resolve to a synced patient */
  patient_mrn: string;
  /** Title; required by some EMRs */
  subject?: string | undefined;
  /** EMR user id: the `ehr_id` of a staff member from GET /staff; required by some EMRs */
  assignee_user_id?: string | undefined;
  /** Id of one of `phone_call_types` of GET /settings; required by some EMRs */
  phone_call_type_id?: string | undefined;
  /** Recipients: ids of `staff_groups` of GET /settings, or `ehr_id`s from GET /staff */
  notify_list?: string[] | undefined;
  /** `emr_id` of a location from GET /locations */
  location_id?: string | undefined;
  /** Name, in any case, or id of one of `task_types` of GET /settings; default `General` */
  task_type?: string | undefined;
  /** Name, in any case, or id of one of `task_details` of GET /settings */
  details?: string | undefined;
  /** `ehr_id` of a staff member from GET /staff, or id of one of `staff_groups` of GET /settings */
  assigned_to?: string | undefined;
  /** `emr_id` of a location from GET /locations; default: the account's location if it has only one */
  facility_id?: string | undefined;
  /** YYYY-MM-DD, from 10 years ago to 20 years ahead; on or after `start_date` */
  due_date?: string | undefined;
  /** YYYY-MM-DD, from 10 years ago to 20 years ahead; default today in the account's time zone */
  start_date?: string | undefined;
  /** Default `Normal` */
  priority?: ("Low" | "Normal" | "High") | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreateUserAnswer = {
  success: true;
  message: string;
  user: User;
  invitation: Invitation;
  warnings?: UnknownFields;
};

export type CreateUserInvitationAnswer = {
  success: true;
  message: string;
  user: User;
  invitation: Invitation;
  warnings?: UnknownFields;
};

export type CreateUserRequest = {
  email: string;
  role: "admin" | "staff";
  /** Used until the user enters a name */
  name?: string | undefined;
};

export type CreateVisitNoteAnswer = {
  success: true;
  message: string;
  /** Id of the note here: a UUID without dashes */
  visit_note_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type CreateVisitNoteRequest = {
  /** `id` of a visit from GET /appointments */
  appointment_id?: string | undefined;
  /** Of a visit from GET /appointments */
  emr_appointment_id?: string | undefined;
  /** Body text */
  note: string;
  /** Title */
  subject: string;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type CreateWebhookEndpointAnswer = {
  success: true;
  message: string;
  webhook_endpoint: WebhookEndpointWithSecret;
  warnings?: UnknownFields;
};

export type CreateWebhookEndpointRequest = {
  url: string;
  description?: string | undefined;
  /** Empty: the types that the client is subscribed to */
  event_types?: string[] | undefined;
  /** `["standard"]`, or `["standard", "body_hmac"]`: then `signature_header` carries the hexadecimal HMAC-SHA256 of the bytes of the body, keyed with the text of the present secret as it is (`whsec_…`); after a rotation that is the new one at once. It shows who sent the body and that nobody has changed it, but not when: who has seen a delivery can send it again. Only `webhook-signature` covers the time and the id of the event */
  signature?: ("standard" | "body_hmac")[] | undefined;
  /** Name of the header with the `body_hmac`; null without one */
  signature_header?: (string | null) | undefined;
  /** Default: enabled */
  status?: ("enabled" | "disabled") | undefined;
  /** Default: account. `organization`: the events of all accounts of the organization */
  scope?: ("account" | "organization") | undefined;
  /** Your own id of whom it belongs to, by which a view `webhooks` finds it. An embedded view must not send it */
  owner?: string | undefined;
};

export type DayClosing = {
  totals: PaymentTotals;
  /** Payments that failed and that no other one corrects */
  failed: {
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
  };
  /** Payments that the EMR has neither confirmed nor refused */
  waiting: {
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
  };
  id: string;
  /** YYYY-MM-DD, in `timezone` */
  date: string;
  /** The EMR's id */
  location_id: string;
  location_name: string | null;
  /** IANA name of the account's time zone at the closing */
  timezone: string;
  /** ISO 8601 */
  closed_at: string;
  /** Who closed the day */
  closed_by: {
    kind: "api_client" | "user" | "embed" | "mcp_token";
    id: string;
    name: string;
  };
};

export type DayClosingDetail = {
  totals: PaymentTotals;
  /** Payments that failed and that no other one corrects */
  failed: {
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
  };
  /** Payments that the EMR has neither confirmed nor refused */
  waiting: {
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
  };
  id: string;
  /** YYYY-MM-DD, in `timezone` */
  date: string;
  /** The EMR's id */
  location_id: string;
  location_name: string | null;
  /** IANA name of the account's time zone at the closing */
  timezone: string;
  /** ISO 8601 */
  closed_at: string;
  /** Who closed the day */
  closed_by: {
    kind: "api_client" | "user" | "embed" | "mcp_token";
    id: string;
    name: string;
  };
  /** After the closing: payments of the day that the EMR has confirmed since, and those that have failed or wait now */
  after: {
    totals: PaymentTotals;
    failed: {
      count: number;
      /** Decimal text with two places, such as `1240.50`: exact to the cent */
      amount: string;
      /** Oldest first, at most 200 of them */
      payments: OpenPayment[];
    };
    waiting: {
      count: number;
      /** Decimal text with two places, such as `1240.50`: exact to the cent */
      amount: string;
      /** Oldest first, at most 200 of them */
      payments: OpenPayment[];
    };
  };
};

export type DayPreview = {
  totals: PaymentTotals;
  failed: {
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
    /** Oldest first, at most 200 of them */
    payments: OpenPayment[];
  };
  waiting: {
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
    /** Oldest first, at most 200 of them */
    payments: OpenPayment[];
  };
  /** YYYY-MM-DD */
  date: string;
  /** null: every location */
  location_id: string | null;
  /** IANA name of the account's time zone, in which the day begins and ends */
  timezone: string;
  /** The closings of this day, of the location or of every one */
  day_closings: DayClosing[];
};

export type DeleteApiClientAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteDraftAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteEmbedOriginAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteEmbedSessionAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteEmrAppAnswer = {
  success: true;
  message: string;
  emr_app: EmrApp;
  warnings?: UnknownFields;
};

export type DeleteLinkTokenAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteLinkedAccountAnswer = {
  success: true;
  message: string;
  linked_account: ManagedLinkedAccount;
  warnings?: UnknownFields;
};

export type DeleteMcpTokenAnswer = {
  success: true;
  message: string;
  mcp_token: McpToken;
  warnings?: UnknownFields;
};

export type DeleteMyOauthGrantAnswer = {
  success: true;
  message: string;
  oauth_grant: OAuthGrant;
  warnings?: UnknownFields;
};

export type DeleteMySecondFactorAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteMySecondFactorRequest = {
  /** From POST /me/second-factor/confirmation */
  confirmation: string;
};

export type DeleteMySessionAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteMySessionsAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteOauthGrantAnswer = {
  success: true;
  message: string;
  oauth_grant: OAuthGrant;
  warnings?: UnknownFields;
};

export type DeleteOrganizationProviderAnswer = {
  success: true;
  message: string;
  own_provider: OwnProvider | null;
  /** To register with a provider before it is entered here */
  redirect_uri: string;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
  warnings?: UnknownFields;
};

export type DeleteSavedViewAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteScimTokenAnswer = {
  success: true;
  message: string;
  scim_token: ScimToken;
  warnings?: UnknownFields;
};

export type DeleteShiftNoteAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type DeleteUserSecondFactorAnswer = {
  success: true;
  message: string;
  user: User;
  warnings?: UnknownFields;
};

export type DeleteWebhookEndpointAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type Delivery = {
  /** Names the delivery in a redelivery */
  id: string;
  /** URL; `inbox` for the console's own receipt. Callers without permission to read webhook endpoints see `…` instead of its query and fragment */
  target: string;
  /** Null for a callback URL and for the console's own receipt */
  endpoint_id: string | null;
  status: "pending" | "succeeded" | "failed" | "held" | "refused";
  /** Oldest first */
  attempts: DeliveryAttempt[];
  next_attempt_at: string | null;
};

export type DeliveryAttempt = {
  /** ISO 8601 */
  at: string;
  /** Status of the target's response; null without one */
  status_code: number | null;
  /** Until the status line of the response, or the failure */
  duration_ms: number;
  error: string | null;
};

export type DeliveryDetail = {
  /** Names the delivery in a redelivery */
  id: string;
  /** URL; `inbox` for the console's own receipt. Callers without permission to read webhook endpoints see `…` instead of its query and fragment */
  target: string;
  /** Null for a callback URL and for the console's own receipt */
  endpoint_id: string | null;
  status: "pending" | "succeeded" | "failed" | "held" | "refused";
  /** Oldest first */
  attempts: DeliveryExchange[];
  next_attempt_at: string | null;
};

export type DeliveryExchange = {
  /** ISO 8601 */
  at: string;
  /** Status of the target's response; null without one */
  status_code: number | null;
  /** Until the status line of the response, or the failure */
  duration_ms: number;
  error: string | null;
  /** URL of this attempt, even if the endpoint has moved since; shown like `target`. Null for the console's own receipt */
  url: string | null;
  /** Null for the inbox, and after its retention (14 days unless the operator configures otherwise) */
  request: {
    /** Values that are secrets, or may be, are masked */
    headers: Record<string, string>;
  } | null;
  /** Null without a response */
  response: {
    /** Values that are secrets, or may be, are masked */
    headers: Record<string, string>;
    /** Its first 4 KiB */
    body: string;
    /** Whether the body was longer, or took more than a second */
    cut: boolean;
  } | null;
};

export type DirectoryEmr = {
  /** The practice */
  name: string;
  /** The organization that it is a part of; "" if the directory names none */
  brand: string;
  /** Where it is: "Napa, CA 94558 and 3 more places"; "" if the directory does not say */
  place: string;
  /** Address of its FHIR server, for `connection.base_url` */
  base_url: string;
  /** The directory that lists it, such as a vendor's */
  published_by: string;
};

export type Document = {
  id: string;
  file_name: string;
  mime_type: string;
  /** Bytes */
  size: number;
  /** SHA-256 of the file in hex, which is also the ETag of `GET /documents/{id}` */
  sha256: string;
  patient_mrn: string | null;
  patient_name: PatientName;
  referral_id: string | null;
  /** As POST /documents sent it, like the description; null for a document that the EMR showed */
  category: string | null;
  description: string | null;
  /** Job of POST /documents, which sends the document to the EMR; null for a document that the EMR showed */
  job_id: number | null;
  /** ISO 8601 */
  created_at: string;
  set_aside: SetAside;
};

export type DocumentChangedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "document.changed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    change: "created" | "updated" | "deleted";
    /** Id of the record here */
    id: string;
    /** Id in the EMR */
    ehr_id: string | null;
    /** Null where the record names no patient */
    patient_mrn: string | null;
    /** The fields of the record that show something else than before; empty unless it was updated */
    updated_fields: string[];
    /** As its read shows it after the change; null where it is deleted */
    record: Document | null;
  };
};

export type DocumentCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "document.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** `id` of the document here: a UUID without dashes */
    document_id: string;
    emr_document_id: string;
    patient_mrn: string;
    file_name: string;
    mime_type: string;
    size: number;
    sha256: string;
    referral_id: string | null;
  };
};

export type DocumentFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "document.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** `id` of the document here: a UUID without dashes */
    document_id: string;
    failure_reason: string;
    reasons: FailureReason[];
  };
};

export type Draft = {
  id: string;
  /** Id of the operation, which is also its permission */
  operation: string;
  /** The drafted body, and the variable parts of the path */
  fields: Record<string, unknown>;
  /** The patient whom it concerns; null if none */
  patient_mrn: string | null;
  patient_name: PatientName;
  /** The person, and in brackets the assistant that drafted for them */
  drafted_by: string;
  /** ISO 8601 */
  created_at: string;
};

export type EmbedOrigin = {
  id: string;
  origin: string;
  /** ISO 8601 */
  created_at: string;
};

export type EmbedSession = {
  id: string;
  view: "jobs" | "job" | "appointments" | "providers" | "documents" | "operation" | "webhooks" | "booking";
  parameters: Record<string, unknown>;
  permissions: string[];
  origin: string;
  actor: {
    id: string;
    name: string;
  };
  theme: ShownEmbedTheme;
  /** ISO 8601 */
  expires_at: string;
  /** Remaining seconds, by the server's clock; 0 after the end */
  expires_in: number;
  linked_account: LinkedAccount;
};

export type EmbedTheme = {
  scheme?: "light" | "dark" | "system";
  variables?: {
    canvas?: string;
    surface?: string;
    raised?: string;
    sunken?: string;
    hover?: string;
    line?: string;
    "line-strong"?: string;
    fg?: string;
    muted?: string;
    faint?: string;
    accent?: string;
    "accent-strong"?: string;
    "accent-on"?: string;
    "accent-soft"?: string;
    "accent-text"?: string;
    "radius-sm"?: string;
    "radius-md"?: string;
    "radius-lg"?: string;
    "font-text"?: string;
  };
};

export type EmrApp = {
  id: string;
  /** Whose it is; one of the whole deployment is the operator's, and is used where the organization has none */
  of: "organization" | "deployment";
  issuer: string;
  client_id: string;
  /** What proves the app: its secret, or the organization's own key */
  proof: "secret" | "own_key";
  token_url: string | null;
  scopes: string;
  /** To register with the vendor */
  redirect_uri: string;
  /** ISO 8601 */
  created_at: string;
};

export type EmrAuthorization = {
  /** For `auth.authorization_id` of the connection, once it is granted */
  id: string;
  state: "begun" | "granted" | "failed";
  /** Address of the FHIR server */
  base_url: string;
  /** Why nothing was granted, in words */
  problem: string | null;
  /** The host at which somebody signs in */
  sign_in_at: string;
  /** The person at the EMR, as it names them */
  fhir_user: string | null;
  /** ISO 8601; the EMR must answer by then */
  expires_at: string;
};

export type EmrProfile = {
  reachable: boolean;
  /** Name and version that the server states */
  server: string | null;
  capabilities: {
    name:
      | "payments"
      | "patient_notes"
      | "visit_notes"
      | "claims_fetch"
      | "appointments_fetch"
      | "patients_fetch"
      | "availability_fetch"
      | "services"
      | "order_catalog"
      | "orders"
      | "messages"
      | "tasks"
      | "recall_actions"
      | "referrals"
      | "appointments"
      | "patients"
      | "patient_changes"
      | "bookings"
      | "moves"
      | "cancellations"
      | "documents"
      | "insurances";
    support: "works" | "emulated" | "unsupported";
    reason: string | null;
  }[];
  /** One entry per probe */
  behaviour: {
    probe: string;
    found: string;
  }[];
  /** Findings that a call has contradicted since; the EMR is probed again before the next sync */
  contradicted: string[];
  /** ISO 8601: when it was last probed because a call had contradicted a finding; null if never */
  probed_again_at: string | null;
};

export type Error = {
  success: false;
  /** A text for users that names every problem */
  message: string;
  /** The invalid fields, at most 100; absent if there are none */
  errors?: FieldError[];
};

export type Event = {
  /** The envelope as it was sent */
  event: Record<string, unknown>;
  deliveries: Delivery[];
};

export type EventWebhook = {
  /** ISO 8601: when it was registered at the EMR */
  registered_at: string;
  /** ISO 8601: since when the EMR has signed with the present secret, as it is known here */
  secret_changed_at: string;
  /** ISO 8601: when a new secret was asked for that the EMR has not shown yet; null otherwise */
  secret_asked_at: string | null;
  /** Why the last attempt at a new secret failed; it is repeated while `secret_asked_at` is set. Null if it did not fail */
  secret_problem: string | null;
};

export type ExchangeLinkTokensAnswer = {
  success: true;
  message: string;
  /** Only this response shows it */
  access_token: string;
  /** The `user_id` of the link token, which events carry */
  access_token_reference_id: string;
  linked_account_id: string;
  /** The organization that the account belongs to */
  organization_id: string;
  warnings?: UnknownFields;
};

export type ExchangeLinkTokensRequest = {
  /** As the view gave it to the page, or the redirect to its address */
  public_token: string;
};

/** The list may grow: treat a code that you do not know as `emr_refused`. `patient_not_found`: the EMR, or its synchronized copy here, has no such patient. `patient_ambiguous`: several patients of the EMR carry the MRN. `record_not_found`: the record that the request changes, or that it is about, is not in the EMR. `value_not_found`: the EMR does not know something that the request names, such as a location, status, form or item. `team_not_found`: the patient has no such team, or several fit the name. `not_in_billing_matrix`: the service type is not in the client's billing matrix. `missing_answers`: required answers of the form are missing. `invalid_answers`: answers are to no question of the form, or no option of their question. `missing_field`: the EMR requires a field that the request lacks. `overlap`: the time is taken by another visit or block. `duplicate`: the EMR has such a record already. `changed_meanwhile`: another changed the record in the EMR, so that it was not overwritten; see `conflicts`. `not_supported`: the connected EMR has no such operation. `user_not_found`: the user of the access token is no longer active in the EMR. `login_required`: the EMR refuses the credentials of the linked account. `emr_refused`: the EMR, or a check against its records, refused the request for a reason that no other code names. `emr_unavailable`: the EMR did not answer, or not as it should, until no attempt was left. `emr_unlinked`: the account is no longer linked to the EMR that the job was accepted for. `not_held`: the EMR was asked, or a person looked there: it does not hold the write. `cancelled`: the job was cancelled */
export type FailureCode =
  | "patient_not_found"
  | "patient_ambiguous"
  | "record_not_found"
  | "value_not_found"
  | "team_not_found"
  | "not_in_billing_matrix"
  | "missing_answers"
  | "invalid_answers"
  | "missing_field"
  | "overlap"
  | "duplicate"
  | "changed_meanwhile"
  | "not_supported"
  | "user_not_found"
  | "login_required"
  | "emr_refused"
  | "emr_unavailable"
  | "emr_unlinked"
  | "not_held"
  | "cancelled";

export type FailureReason = {
  code: FailureCode;
  /** The same in words, for people */
  description: string;
};

export type FetchAppointmentsAnswer = {
  success: true;
  message: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type FetchAppointmentsRequest = {
  /** YYYY-MM-DD, inclusive */
  start_date: string;
  /** YYYY-MM-DD, inclusive; the range may have at most 31 days */
  end_date: string;
  /** 1 to 10 active providers by their ids in the EMR; without it, all active providers */
  provider_ehr_ids?: string[] | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type FetchAvailabilityAnswer = {
  success: true;
  message: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type FetchAvailabilityRequest = {
  /** YYYY-MM-DD, inclusive */
  start_date: string;
  /** YYYY-MM-DD, inclusive; the range may have at most 31 days */
  end_date: string;
  /** 1 to 10 active providers by their ids in the EMR; without it, all active providers */
  provider_ehr_ids?: string[] | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type FetchClaimsAnswer = {
  success: true;
  message: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type FetchClaimsRequest = {
  /** YYYY-MM-DD; every claim with this service date is fetched */
  service_date?: string | undefined;
  /** 1 to 25 EMR claim numbers, the `emr_claim_id` of a claim */
  claim_ids?: string[] | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type FetchOrderCatalogAnswer = {
  success: true;
  status: "queued";
  message: string;
  job_id: string;
  warnings?: UnknownFields;
};

export type FetchOrderCatalogRequest = {
  /** `lab`, `imaging` or `procedure` */
  type: "lab" | "imaging" | "procedure";
  /** Matches anywhere in the name, ignoring case; if omitted, the whole catalog, page by page */
  query?: string | undefined;
  /** 1-based; default 1 */
  page?: number | undefined;
  /** Default 25, at most 100 */
  page_size?: number | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type FetchOrgSettingsAnswer = {
  success: true;
  status: "queued";
  message: string;
  job_execution_id: string;
  warnings?: UnknownFields;
};

export type FetchOrgSettingsRequest = {
  /** URLs that receive the completion event instead of the account's registered ones */
  callback_urls?: (string | string[]) | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type FetchPatientsAnswer = {
  success: true;
  message: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type FetchPatientsRequest = {
  /** A whole MRN */
  mrn?: string | undefined;
  /** Beginnings of the parts of a name, in any order */
  name?: string | undefined;
  /** A whole telephone number, in any format */
  phone?: string | undefined;
  /** YYYY-MM-DD */
  dob?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type FetchedClaim = {
  /** Service claim id */
  id: string;
  /** EMR claim number */
  emr_claim_id: string;
  /** YYYY-MM-DD */
  service_date: string;
  /** Short status code */
  claim_status: string;
  claim_status_description: string;
  /** Decimal amount as text */
  total_charge: string;
  /** Decimal amount as text */
  balance: string;
  change: "created" | "updated" | "unchanged";
};

export type FieldError = {
  /** The path of the field, such as `claim_ids[0]`, or the name of a header or parameter */
  field: string;
  /** The problem, worded to follow the field's name: `must be a positive number` */
  message: string;
};

export type ForbiddenError = {
  success: false;
  /** A text for users that names every problem */
  message: string;
  /** The invalid fields, at most 100; absent if there are none */
  errors?: FieldError[];
  /** Present if the EMR refuses the credentials of the linked account until an admin enters new ones */
  error?: "login_required";
};

export type Form = {
  id: string;
  emr_form_id: string;
  name: string;
  /** The EMR derives a total and a risk band from the answers' scores */
  scored: boolean;
  set_aside: SetAside;
};

export type FormDetail = {
  id: string;
  emr_form_id: string;
  name: string;
  /** The EMR derives a total and a risk band from the answers' scores */
  scored: boolean;
  set_aside: SetAside;
  /** The words before the questions, such as the period that they ask about */
  stem: string | null;
  questions: FormQuestion[];
};

export type FormQuestion = {
  emrQuestionId: string;
  text: string;
  required: boolean;
  type: "choice" | "text";
  options: {
    value: string;
    label: string;
    score: number | null;
  }[];
  /** What an answer to this question raises at once; the default one names the US crisis line 988 */
  alert: {
    /** The lowest score that raises the alert */
    at_least: number;
    /** The next step, for the reader of the answer */
    text: string;
  } | null;
};

export type Freshness = {
  /** Today's visits, every 30 seconds while a page or a stream of the account is open */
  today: {
    /** Seconds between two readings as the EMR's limit of calls allows them; null before the first */
    every_seconds: number | null;
    /** ISO 8601: when it last read all that it should; null before the first */
    read_at: string | null;
    /** Why it is made more rarely than it is set to be, or was not possible; null otherwise */
    reason: string | null;
  };
  /** The visits of today and the next seven days, then what changed of the kinds that can be read so, every `sync_interval_minutes` */
  changes: {
    /** Seconds between two readings as the EMR's limit of calls allows them; null before the first */
    every_seconds: number | null;
    /** ISO 8601: when it last read all that it should; null before the first */
    read_at: string | null;
    /** Why it is made more rarely than it is set to be, or was not possible; null otherwise */
    reason: string | null;
  };
  /** ISO 8601: no reading begins before, as the EMR did not answer or asked for a pause; null if one may */
  paused_until: string | null;
};

export type GetAppointmentAnswer = {
  success: true;
  appointment: Appointment;
  warnings?: QueryWarnings;
};

export type GetDayClosingAnswer = {
  success: true;
  day_closing: DayClosingDetail;
  warnings?: QueryWarnings;
};

export type GetDayClosingPreviewAnswer = {
  success: true;
  day: DayPreview;
  warnings?: QueryWarnings;
};

export type GetDowntimePacketSheetAnswer = {
  success: true;
  sheet: {
    account_name: string;
    /** IANA name; all times are in it */
    timezone: string;
    /** YYYY-MM-DD */
    day: string;
    /** ISO 8601 */
    composed_at: string;
    /** When each kind of record was last read completely from the EMR */
    as_of: {
      kind: string;
      /** Null: not read completely yet */
      synced_at: string | null;
    }[];
    /** By time */
    appointments: {
      /** ISO 8601 with the offset of the account's time zone */
      datetime: string;
      /** Minutes */
      duration: number;
      /** First and last name; "" if there is none */
      patient_name: string;
      /** The patient's medical record number; "" if there is none */
      patient_mrn: string;
      /** The patient's phone; "" if there is none */
      patient_phone: string;
      /** YYYY-MM-DD; "" if there is none */
      patient_dob: string;
      /** First and last name; "" if there is none */
      provider_name: string;
      /** The location's name */
      location: string;
      /** The visit type's name; "" if there is none */
      appointment_type: string;
      /** The visit status as the EMR describes it; "" if there is none */
      status: string;
      /** Why the patient comes; "" if there is none */
      reason: string;
    }[];
    /** Those that have not ended, oldest first */
    referrals: {
      /** First and last name; "" if there is none */
      patient_name: string;
      /** The patient's medical record number; "" if there is none */
      patient_mrn: string;
      /** The patient's phone; "" if there is none */
      patient_phone: string;
      direction: "incoming" | "outgoing";
      /** A label of the EMR; "" if there is none */
      status: string;
      /** routine, urgent or stat; "" if there is none */
      priority: string;
      /** The specialty; "" if there is none */
      specialty: string;
      reason: string;
      /** Name and phone of the referring provider; "" if there is none */
      referring_provider: string;
      /** YYYY-MM-DD */
      created_at: string;
    }[];
    /** Open ones, earliest due date first */
    recalls: {
      /** First and last name; "" if there is none */
      patient_name: string;
      /** The patient's medical record number; "" if there is none */
      patient_mrn: string;
      /** The patient's phone; "" if there is none */
      patient_phone: string;
      reason: string;
      /** YYYY-MM-DD */
      due_date: string;
    }[];
    /** The lists of which only the first 5,000 records are contained */
    cut: string[];
    /** What a clinic may look for and this product does not hold */
    not_held: string[];
  };
  warnings?: QueryWarnings;
};

export type GetDraftCountAnswer = {
  success: true;
  count: number;
  /** `created_at` of the newest one, ISO 8601; null if none waits */
  newest: string | null;
  warnings?: QueryWarnings;
};

export type GetEmbedSessionAnswer = {
  success: true;
  embed_session: EmbedSession;
  warnings?: QueryWarnings;
};

export type GetEmrAuthorizationAnswer = {
  success: true;
  emr_authorization: EmrAuthorization;
  warnings?: QueryWarnings;
};

export type GetEmrDirectoryAnswer = {
  success: true;
  emrs: DirectoryEmr[];
  has_directories: boolean;
  warnings?: QueryWarnings;
};

export type GetEmrSignInAnswer = {
  success: true;
  has_app: boolean;
  warnings?: QueryWarnings;
};

export type GetEventAnswer = {
  success: true;
  /** The envelope as it was sent */
  event: Record<string, unknown>;
  deliveries: Delivery[];
  warnings?: QueryWarnings;
};

export type GetEventDeliveryAnswer = {
  success: true;
  delivery: DeliveryDetail;
  warnings?: QueryWarnings;
};

export type GetFormAnswer = {
  success: true;
  form: FormDetail;
  warnings?: QueryWarnings;
};

export type GetJobAnswer = {
  success: true;
  job: JobDetail;
  warnings?: QueryWarnings;
};

export type GetLinkTokenAnswer = {
  success: true;
  link_token: LinkToken;
  warnings?: QueryWarnings;
};

export type GetLinkedAccountAnswer = {
  success: true;
  linked_account: LinkedAccountState;
  warnings?: QueryWarnings;
};

export type GetLinkedAccountSyncAnswer = {
  success: true;
  kinds: SyncKind[];
  warnings?: QueryWarnings;
};

export type GetMeAnswer = {
  success: true;
  user: User;
  /** False: the person signs in through the identity provider alone */
  has_password: boolean;
  /** True if the password and second factor are those of the person's first organization, where they are changed */
  signs_in_elsewhere: boolean;
  second_factor: {
    /** True if the organization requires a second factor */
    required: boolean;
    /** The origin at which passkeys work; null if they work nowhere */
    passkeys_at: string | null;
    factors: SecondFactor[];
    recovery_codes_left: number;
  };
  mails: {
    /** False if the operator has configured no mail: then none is sent */
    can_mail: boolean;
    /** The alerts that the person's role may choose */
    possible: (
      | "emr_degraded"
      | "login_required"
      | "endpoint_failing"
      | "endpoint_disabled"
      | "work_failed"
      | "work_unknown"
      | "second_factor_reset"
    )[];
    chosen: (
      | "emr_degraded"
      | "login_required"
      | "endpoint_failing"
      | "endpoint_disabled"
      | "work_failed"
      | "work_unknown"
      | "second_factor_reset"
    )[];
    /** Strong entity tag of the record as it is now: the `If-Match` of a change */
    etag: string;
  };
  /** Those that have not ended, the last active first */
  sessions: Session[];
  warnings?: QueryWarnings;
};

export type GetOrganizationOauthAnswer = {
  success: true;
  oauth_rules: OAuthRules;
  warnings?: QueryWarnings;
};

export type GetOrganizationProviderAnswer = {
  success: true;
  own_provider: OwnProvider | null;
  /** To register with a provider before it is entered here */
  redirect_uri: string;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
  warnings?: QueryWarnings;
};

export type GetOrganizationSignInAnswer = {
  success: true;
  sign_in_rules: SignInRules;
  warnings?: QueryWarnings;
};

export type GetPatientAnswer = {
  success: true;
  patient: Patient;
  warnings?: QueryWarnings;
};

export type GetProviderAnswer = {
  success: true;
  provider: Provider;
  warnings?: QueryWarnings;
};

export type GetProviderByEhrIdAnswer = {
  success: true;
  provider: Provider;
  warnings?: QueryWarnings;
};

export type GetRecallAnswer = {
  success: true;
  recall: Recall;
  warnings?: QueryWarnings;
};

export type GetReferralAnswer = {
  success: true;
  referral: Referral;
  warnings?: QueryWarnings;
};

export type GetSandboxBehaviorAnswer = {
  success: true;
  behavior: SandboxBehavior;
  warnings?: QueryWarnings;
};

export type GetSettingsAnswer = {
  success: true;
  settings: Settings;
  warnings?: QueryWarnings;
};

export type GetSubscriptionsAnswer = {
  success: true;
  /** The types that the client receives; by default all `default` ones */
  event_types: string[];
  /** All types that there are */
  available_event_types: {
    type: string;
    /** False: events of the type go only where it is named */
    default: boolean;
  }[];
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
  warnings?: QueryWarnings;
};

export type GetWebhookEndpointAnswer = {
  success: true;
  webhook_endpoint: WebhookEndpoint;
  warnings?: QueryWarnings;
};

export type GetWebhookEndpointHealthAnswer = {
  success: true;
  webhook_endpoint_health: WebhookEndpointHealth[];
  warnings?: QueryWarnings;
};

export type Invitation = {
  /** Works once; the secret is in the fragment, after the #. Only this response shows it */
  url: string;
  /** ISO 8601 */
  expires_at: string;
  /** True if the link is mailed to the person as well */
  mailed: boolean;
};

export type Job = {
  job_id: number;
  /** The operation's id, which is also its permission */
  type: string;
  status: JobStatus;
  patient_mrn: string | null;
  patient_name: PatientName;
  actor: {
    kind: "api_client" | "user" | "embed" | "mcp_token";
    id: string;
    name: string;
  };
  request: Record<string, unknown>;
  identifiers: Record<string, string>;
  /** `metadata` of the request; a retry keeps it, and a correction that brings none */
  metadata: Record<string, string>;
  result: Record<string, unknown> | null;
  failure_reason: string | null;
  /** Why the job failed or was cancelled, in codes: one, or as many as an EMR of this same interface states. Empty for every other job, and for jobs that ended before codes were kept */
  reasons: FailureReason[];
  /** Whether the EMR refused the request for good: a retry of the same request fails again, unless something has changed in the EMR */
  refused: boolean;
  /** Fields that another had changed in the EMR when the job was to change them, so that it failed; empty for every other job */
  conflicts: {
    /** The field in words */
    field: string;
    /** Value of the request; empty for none */
    ours: string;
    /** Value that the EMR had by then; empty for none */
    theirs: string;
  }[];
  /** Attempts made, without those that do not count: lost with their process, not stored, or postponed by the EMR's limit of calls */
  attempts: number;
  next_attempt_at: string | null;
  /** Reason why the job waits until `next_attempt_at`: the last attempt's error, that the EMR takes no more calls for now, or that a person may still take the job back; null while it does not wait */
  waiting_reason: string | null;
  /** `waiting_reason` as a code; null while the job does not wait. The list may grow. `held`: it is held before its first attempt, so that cancelling takes it back. `attempt_failed`: the last attempt failed, and the next one has its time. `limit_reached`: the EMR takes no more calls for now. `login_lost`: the EMR refuses the account's credentials for good. `emr_event`: the EMR has accepted it, and its event ends it. `event_read`: the EMR's event has arrived, and what it announced is read. `log_searched`: the EMR's answer was lost, and its log of events is searched. `answer_not_stored`: the EMR's answer could not be stored here. `outcome_unknown`: whether the EMR holds it is left to a person */
  waiting_code:
    | (
        | "held"
        | "attempt_failed"
        | "limit_reached"
        | "login_lost"
        | "emr_event"
        | "event_read"
        | "log_searched"
        | "answer_not_stored"
        | "outcome_unknown"
      )
    | null;
  /** Whether it is unknown if the EMR holds the record: the answer to an attempt was lost, or could not be stored. An ambiguous job that is `queued` without `next_attempt_at` and `waiting_for` waits for POST /jobs/{job_id}/reconcile, and `waiting_reason` contains the reason */
  ambiguous: boolean;
  /** The job that must end first, because both change the same record or take time on the same day of a provider; null if there is none */
  waiting_for: number | null;
  /** Fields of the request that the operation does not define and ignored, what the EMR keeps otherwise than it was sent, and that the end rests on an unsigned event of the EMR alone; empty if there were none */
  warnings: string[];
  /** ISO 8601 */
  created_at: string;
  finished_at: string | null;
  /** Time at which `request`, `callback_urls`, `metadata`, `warnings`, `result` and `conflicts` were deleted after the operator's retention period; null while they are kept. Such a job cannot be retried */
  forgotten_at: string | null;
  /** The failed job that this job retries or corrects */
  retry_of: number | null;
  /** The job that retries or corrects this failed job */
  retried_as: number | null;
  standing: JobStanding;
};

export type JobDetail = {
  job_id: number;
  /** The operation's id, which is also its permission */
  type: string;
  status: JobStatus;
  patient_mrn: string | null;
  patient_name: PatientName;
  actor: {
    kind: "api_client" | "user" | "embed" | "mcp_token";
    id: string;
    name: string;
  };
  request: Record<string, unknown>;
  identifiers: Record<string, string>;
  /** `metadata` of the request; a retry keeps it, and a correction that brings none */
  metadata: Record<string, string>;
  result: Record<string, unknown> | null;
  failure_reason: string | null;
  /** Why the job failed or was cancelled, in codes: one, or as many as an EMR of this same interface states. Empty for every other job, and for jobs that ended before codes were kept */
  reasons: FailureReason[];
  /** Whether the EMR refused the request for good: a retry of the same request fails again, unless something has changed in the EMR */
  refused: boolean;
  /** Fields that another had changed in the EMR when the job was to change them, so that it failed; empty for every other job */
  conflicts: {
    /** The field in words */
    field: string;
    /** Value of the request; empty for none */
    ours: string;
    /** Value that the EMR had by then; empty for none */
    theirs: string;
  }[];
  /** Attempts made, without those that do not count: lost with their process, not stored, or postponed by the EMR's limit of calls */
  attempts: number;
  next_attempt_at: string | null;
  /** Reason why the job waits until `next_attempt_at`: the last attempt's error, that the EMR takes no more calls for now, or that a person may still take the job back; null while it does not wait */
  waiting_reason: string | null;
  /** `waiting_reason` as a code; null while the job does not wait. The list may grow. `held`: it is held before its first attempt, so that cancelling takes it back. `attempt_failed`: the last attempt failed, and the next one has its time. `limit_reached`: the EMR takes no more calls for now. `login_lost`: the EMR refuses the account's credentials for good. `emr_event`: the EMR has accepted it, and its event ends it. `event_read`: the EMR's event has arrived, and what it announced is read. `log_searched`: the EMR's answer was lost, and its log of events is searched. `answer_not_stored`: the EMR's answer could not be stored here. `outcome_unknown`: whether the EMR holds it is left to a person */
  waiting_code:
    | (
        | "held"
        | "attempt_failed"
        | "limit_reached"
        | "login_lost"
        | "emr_event"
        | "event_read"
        | "log_searched"
        | "answer_not_stored"
        | "outcome_unknown"
      )
    | null;
  /** Whether it is unknown if the EMR holds the record: the answer to an attempt was lost, or could not be stored. An ambiguous job that is `queued` without `next_attempt_at` and `waiting_for` waits for POST /jobs/{job_id}/reconcile, and `waiting_reason` contains the reason */
  ambiguous: boolean;
  /** The job that must end first, because both change the same record or take time on the same day of a provider; null if there is none */
  waiting_for: number | null;
  /** Fields of the request that the operation does not define and ignored, what the EMR keeps otherwise than it was sent, and that the end rests on an unsigned event of the EMR alone; empty if there were none */
  warnings: string[];
  /** ISO 8601 */
  created_at: string;
  finished_at: string | null;
  /** Time at which `request`, `callback_urls`, `metadata`, `warnings`, `result` and `conflicts` were deleted after the operator's retention period; null while they are kept. Such a job cannot be retried */
  forgotten_at: string | null;
  /** The failed job that this job retries or corrects */
  retry_of: number | null;
  /** The job that retries or corrects this failed job */
  retried_as: number | null;
  standing: JobStanding;
  timeline: JobTimelineEntry[];
};

export type JobStanding = {
  /** Increases with each change of the job; the standing with the greater version is newer */
  version: number;
  /** As `status`, except that a job whose end sends an event stays `running` until the console's own inbox has received that event */
  state: JobStatus;
  /** Whether the job waits for another attempt after a failed one */
  retrying: boolean;
  /** Reason why the job is `ambiguous`; null if it is not */
  doubt: ("answer_lost" | "answer_not_stored") | null;
  /** Whether the job waits for POST /jobs/{job_id}/reconcile */
  needs_person: boolean;
  /** Whether the console's own inbox has received the job's final event */
  received: boolean;
};

export type JobStat = {
  /** Beginning of the hour, ISO 8601 */
  hour: string;
  /** Operation id */
  type: string;
  status: JobStatus;
  count: number;
  /** How many of them, failed ones, another job retries or corrects */
  retried: number;
  /** From acceptance to end; null while none has ended */
  duration_ms_median: number | null;
  duration_ms_p95: number | null;
};

export type JobStatus = "queued" | "running" | "completed" | "failed" | "cancelled";

export type JobTimelineEntry = {
  /** ISO 8601 */
  at: string;
  kind: "accepted" | "attempt_started" | "attempt_failed" | "completed" | "failed" | "cancelled" | "event" | "delivery";
  attempt: number | null;
  detail: Record<string, unknown> | null;
};

export type LinkToken = {
  id: string;
  /** `linked`: an EMR is linked, and the public token was not exchanged. `ended`: revoked unused. `late`: it expired unused */
  state: "open" | "linked" | "exchanged" | "ended" | "late";
  api_client_id: string;
  user_id: string;
  organization_name: string;
  /** Name of the API client that asks */
  asked_by: string;
  /** The kinds of EMR that may be linked */
  emr_types: string[];
  /** The only origin that the view speaks to, or goes to at the end */
  origin: string;
  redirect_url: string | null;
  /** The operations that may be let write, each with the words of the consent to it */
  writes: {
    operation: string;
    name: string;
    consent: string;
  }[];
  /** The organization that gets the account; null of a new one until the EMR is linked */
  organization_id: string | null;
  /** The words that whoever links agrees to, whatever may write */
  consent: string[];
  locale: string | null;
  theme: ShownEmbedTheme;
  /** Null until an EMR is linked; of a repair, its account */
  linked_account_id: string | null;
  /** Null until an EMR is linked */
  linked_account: {
    name: string;
    emr_type: string;
    /** False while it is unlinked */
    active: boolean;
  } | null;
  /** What whoever linked has agreed to; null until an EMR is linked */
  agreed: {
    /** ISO 8601 */
    at: string;
    /** Ids of the operations that were let write */
    writes: string[];
    /** What was agreed to, word for word as in the audit log */
    words: string[];
    /** Address of the EMR; null if it has none */
    connected_to: string | null;
  } | null;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601; the end of the public token. After it an admin gives the account a new access token */
  exchange_by: string | null;
  /** ISO 8601 */
  exchanged_at: string | null;
  /** ISO 8601 */
  expires_at: string;
  /** The account that is repaired; null of a link to an EMR that is not linked yet */
  repairs: {
    name: string;
    emr_type: string;
    /** Without its secrets; null for a sandbox */
    connection: Record<string, unknown> | null;
    /** The fields of `connection` whose secrets are stored; they are never shown */
    secrets: string[];
    /** Whether the EMR refuses the stored credentials */
    login_required: boolean;
  } | null;
  /** Remaining seconds, by the server's clock; 0 after the end */
  expires_in: number;
};

export type LinkedAccount = {
  id: string;
  name: string;
  organization_name: string;
  emr_type: string;
  /** IANA name */
  timezone: string;
  /** Capabilities of the EMR */
  capabilities: string[];
  /** Ids of the operations that may write to the EMR; null if all may */
  writes: string[] | null;
  /** Fields that this EMR requires of a new record besides those of every EMR, by capability */
  required_fields: Partial<
    Record<
      | "payments"
      | "patient_notes"
      | "visit_notes"
      | "claims_fetch"
      | "appointments_fetch"
      | "patients_fetch"
      | "availability_fetch"
      | "services"
      | "order_catalog"
      | "orders"
      | "messages"
      | "tasks"
      | "recall_actions"
      | "referrals"
      | "appointments"
      | "patients"
      | "patient_changes"
      | "bookings"
      | "moves"
      | "cancellations"
      | "documents"
      | "insurances",
      string[]
    >
  >;
  /** Request fields that this EMR has no place for, with the reasons, by capability; one that is set is 400 */
  unsupported_fields: Partial<
    Record<
      | "payments"
      | "patient_notes"
      | "visit_notes"
      | "claims_fetch"
      | "appointments_fetch"
      | "patients_fetch"
      | "availability_fetch"
      | "services"
      | "order_catalog"
      | "orders"
      | "messages"
      | "tasks"
      | "recall_actions"
      | "referrals"
      | "appointments"
      | "patients"
      | "patient_changes"
      | "bookings"
      | "moves"
      | "cancellations"
      | "documents"
      | "insurances",
      Record<string, string>
    >
  >;
  /** Kinds of records that the EMR does not show: their lists stay empty */
  unsupported_kinds: {
    kind:
      | "settings"
      | "locations"
      | "providers"
      | "visit_types"
      | "staff"
      | "referring_providers"
      | "forms"
      | "patients"
      | "appointments"
      | "claims"
      | "referrals"
      | "recalls"
      | "documents";
    reason: string | null;
  }[];
  /** ISO 8601 */
  synced_at: string | null;
};

export type LinkedAccountCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "linked_account.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    linked_account_id: string;
    access_token_reference_id: string;
    emr_type: string;
    /** In words */
    reason: string;
  };
};

export type LinkedAccountLoginRequiredEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "linked_account.login_required";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    linked_account_id: string;
    access_token_reference_id: string;
    emr_type: string;
    /** In words */
    reason: string;
  };
};

export type LinkedAccountRestoredEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "linked_account.restored";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    linked_account_id: string;
    access_token_reference_id: string;
    emr_type: string;
    /** In words */
    reason: string;
  };
};

export type LinkedAccountState = {
  id: string;
  name: string;
  organization_name: string;
  emr_type: string;
  /** IANA name */
  timezone: string;
  /** Capabilities of the EMR */
  capabilities: string[];
  /** Ids of the operations that may write to the EMR; null if all may */
  writes: string[] | null;
  /** Fields that this EMR requires of a new record besides those of every EMR, by capability */
  required_fields: Partial<
    Record<
      | "payments"
      | "patient_notes"
      | "visit_notes"
      | "claims_fetch"
      | "appointments_fetch"
      | "patients_fetch"
      | "availability_fetch"
      | "services"
      | "order_catalog"
      | "orders"
      | "messages"
      | "tasks"
      | "recall_actions"
      | "referrals"
      | "appointments"
      | "patients"
      | "patient_changes"
      | "bookings"
      | "moves"
      | "cancellations"
      | "documents"
      | "insurances",
      string[]
    >
  >;
  /** Request fields that this EMR has no place for, with the reasons, by capability; one that is set is 400 */
  unsupported_fields: Partial<
    Record<
      | "payments"
      | "patient_notes"
      | "visit_notes"
      | "claims_fetch"
      | "appointments_fetch"
      | "patients_fetch"
      | "availability_fetch"
      | "services"
      | "order_catalog"
      | "orders"
      | "messages"
      | "tasks"
      | "recall_actions"
      | "referrals"
      | "appointments"
      | "patients"
      | "patient_changes"
      | "bookings"
      | "moves"
      | "cancellations"
      | "documents"
      | "insurances",
      Record<string, string>
    >
  >;
  /** Kinds of records that the EMR does not show: their lists stay empty */
  unsupported_kinds: {
    kind:
      | "settings"
      | "locations"
      | "providers"
      | "visit_types"
      | "staff"
      | "referring_providers"
      | "forms"
      | "patients"
      | "appointments"
      | "claims"
      | "referrals"
      | "recalls"
      | "documents";
    reason: string | null;
  }[];
  /** ISO 8601 */
  synced_at: string | null;
  /** Minutes between two readings of what changed in the EMR, as far as it can be read so and its limit of calls allows; 0: the nightly sync alone */
  sync_interval_minutes: number;
  /** The readings between the syncs; null while there are none, as `sync_interval_minutes` is 0 */
  freshness: Freshness | null;
  /** Jobs that wait because the EMR's limit of calls is reached; null while none does */
  backlog: Backlog | null;
  /** ISO 8601: time since which the EMR refuses the account's credentials, until an admin gives new ones; null while it takes them */
  login_required_since: string | null;
  /** ISO 8601: time since which jobs have failed because the EMR does not answer; null while the EMR answers */
  emr_out_since: string | null;
  /** Jobs that have failed for good since then and that no other job retries; 0 while the EMR answers */
  failed_in_outage: number;
};

export type LinkedAccountUnlinkedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "linked_account.unlinked";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    linked_account_id: string;
    access_token_reference_id: string;
    emr_type: string;
    /** In words */
    reason: string;
  };
};

export type ListApiClientsAnswer = {
  success: true;
  api_clients: ApiClient[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListAppointmentsAnswer = {
  success: true;
  appointments: Appointment[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListAuditLogAnswer = {
  success: true;
  audit_log: AuditEntry[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListAvailabilityAnswer = {
  success: true;
  availability: OpenSlot[];
  warnings?: QueryWarnings;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListChangeHistoryAnswer = {
  success: true;
  changes: PastChange[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListChangesAnswer = {
  success: true;
  /** Oldest first */
  changes: Change[];
  /** Goes on after these entries; always there */
  next_cursor: string;
  warnings?: QueryWarnings;
};

export type ListClaimsAnswer = {
  success: true;
  claims: Claim[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  /** Sums over all matching rows, decimal amounts as text; only with `include_total=true` */
  totals?: {
    total_charge: string;
    balance: string;
  };
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListDayClosingsAnswer = {
  success: true;
  day_closings: DayClosing[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListDocumentsAnswer = {
  success: true;
  documents: Document[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListDowntimePacketsAnswer = {
  success: true;
  downtime_packets: {
    id: string;
    /** YYYY-MM-DD: the day of its appointments */
    day: string;
    /** By the clinic's evening run, or for a caller */
    made: "evening" | "asked";
    /** Bytes */
    size: number;
    /** ISO 8601 */
    created_at: string;
  }[];
  /** False: no packet is made until an admin has set the passphrase */
  passphrase_set: boolean;
  warnings?: QueryWarnings;
};

export type ListDraftsAnswer = {
  success: true;
  drafts: Draft[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListEmbedOriginsAnswer = {
  success: true;
  embed_origins: EmbedOrigin[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListEmrAppsAnswer = {
  success: true;
  emr_apps: EmrApp[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  /** The operator's, for all organizations */
  deployment_apps: EmrApp[];
  warnings?: QueryWarnings;
};

export type ListEventsAnswer = {
  success: true;
  events: Event[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListFormsAnswer = {
  success: true;
  forms: Form[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListJobStatsAnswer = {
  success: true;
  /** Without empty entries, oldest hour first */
  stats: JobStat[];
  warnings?: QueryWarnings;
};

export type ListJobsAnswer = {
  success: true;
  jobs: Job[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListLinkTokensAnswer = {
  success: true;
  link_tokens: ListedLinkToken[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListLinkedAccountSyncSetAsideAnswer = {
  success: true;
  set_aside: SetAsideRecord[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListLinkedAccountsAnswer = {
  success: true;
  linked_accounts: ManagedLinkedAccount[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListLocationsAnswer = {
  success: true;
  locations: Location[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListMcpTokensAnswer = {
  success: true;
  mcp_tokens: McpToken[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListMessagesAnswer = {
  success: true;
  messages: Message[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListMyOauthGrantsAnswer = {
  success: true;
  oauth_grants: OAuthGrant[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListOauthGrantsAnswer = {
  success: true;
  oauth_grants: OAuthGrant[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListOrderCatalogAnswer = {
  success: true;
  items: OrderCatalogItem[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListOrdersAnswer = {
  success: true;
  orders: Order[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListOrganizationKeysAnswer = {
  success: true;
  /** Path of the JWK set at the console's address, for EMRs that verify our signatures */
  jwks_path: string;
  keys: OrganizationKey[];
  warnings?: QueryWarnings;
};

export type ListPatientInsurancesAnswer = {
  success: true;
  insurances: PatientInsurance[];
  warnings?: QueryWarnings;
};

export type ListPatientMatchesAnswer = {
  success: true;
  patient_matches: PatientMatch[];
  warnings?: QueryWarnings;
};

export type ListPatientNotesAnswer = {
  success: true;
  patient_notes: PatientNote[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListPatientsAnswer = {
  success: true;
  patients: Patient[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListPaymentsAnswer = {
  success: true;
  payments: Payment[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListProvidersAnswer = {
  success: true;
  providers: Provider[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListRecallsAnswer = {
  success: true;
  recalls: Recall[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListReferralsAnswer = {
  success: true;
  referrals: Referral[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListReferringProvidersAnswer = {
  success: true;
  referring_providers: ReferringProvider[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListSandboxWritesAnswer = {
  success: true;
  writes: SandboxWrite[];
  warnings?: QueryWarnings;
};

export type ListSavedViewsAnswer = {
  success: true;
  saved_views: SavedView[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListScimTokensAnswer = {
  success: true;
  scim_tokens: ScimToken[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListServicesAnswer = {
  success: true;
  services: Service[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListShiftNotesAnswer = {
  success: true;
  shift_notes: ShiftNote[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListStaffAnswer = {
  success: true;
  staff: StaffMember[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListTasksAnswer = {
  success: true;
  tasks: Task[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListUsersAnswer = {
  success: true;
  users: User[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListVisitNotesAnswer = {
  success: true;
  visit_notes: VisitNote[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListVisitStatusMeaningsAnswer = {
  success: true;
  visit_status_meanings: VisitStatusMeaning[];
  warnings?: QueryWarnings;
};

export type ListVisitStatusTimesAnswer = {
  success: true;
  visit_status_times: VisitStatusTime[];
  warnings?: QueryWarnings;
};

export type ListVisitStatusesAnswer = {
  success: true;
  data: VisitStatus[];
  warnings?: QueryWarnings;
};

export type ListVisitTypesAnswer = {
  success: true;
  visit_types: VisitType[];
  warnings?: QueryWarnings;
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
};

export type ListWebhookEndpointsAnswer = {
  success: true;
  webhook_endpoints: WebhookEndpoint[];
  /** Number of all matching rows; only with `include_total=true` */
  total?: number;
  next_cursor?: string;
  /** Only with `page` or `page_size` */
  pagination?: {
    page: number;
    page_size: number;
    total_pages: number;
    /** Number of all matching rows */
    total: number;
  };
  warnings?: QueryWarnings;
};

export type ListedLinkToken = {
  id: string;
  /** `linked`: an EMR is linked, and the public token was not exchanged. `ended`: revoked unused. `late`: it expired unused */
  state: "open" | "linked" | "exchanged" | "ended" | "late";
  api_client_id: string;
  user_id: string;
  organization_name: string;
  /** Name of the API client that asks */
  asked_by: string;
  /** The kinds of EMR that may be linked */
  emr_types: string[];
  /** The only origin that the view speaks to, or goes to at the end */
  origin: string;
  redirect_url: string | null;
  /** The operations that may be let write, each with the words of the consent to it */
  writes: {
    operation: string;
    name: string;
    consent: string;
  }[];
  /** The organization that gets the account; null of a new one until the EMR is linked */
  organization_id: string | null;
  /** The words that whoever links agrees to, whatever may write */
  consent: string[];
  locale: string | null;
  theme: ShownEmbedTheme;
  /** Null until an EMR is linked; of a repair, its account */
  linked_account_id: string | null;
  /** Null until an EMR is linked */
  linked_account: {
    name: string;
    emr_type: string;
    /** False while it is unlinked */
    active: boolean;
  } | null;
  /** What whoever linked has agreed to; null until an EMR is linked */
  agreed: {
    /** ISO 8601 */
    at: string;
    /** Ids of the operations that were let write */
    writes: string[];
    /** What was agreed to, word for word as in the audit log */
    words: string[];
    /** Address of the EMR; null if it has none */
    connected_to: string | null;
  } | null;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601; the end of the public token. After it an admin gives the account a new access token */
  exchange_by: string | null;
  /** ISO 8601 */
  exchanged_at: string | null;
  /** ISO 8601 */
  expires_at: string;
};

export type Location = {
  id: string;
  emr_id: string;
  name: string;
  address_street: string;
  address_city: string;
  address_state: string;
  address_zip: string;
  phone: string;
  set_aside: SetAside;
};

export type LocationChangedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "location.changed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    change: "created" | "updated" | "deleted";
    /** Id of the record here */
    id: string;
    /** Id in the EMR */
    ehr_id: string | null;
    /** Null where the record names no patient */
    patient_mrn: string | null;
    /** The fields of the record that show something else than before; empty unless it was updated */
    updated_fields: string[];
    /** As its read shows it after the change; null where it is deleted */
    record: Location | null;
  };
};

export type ManagedLinkedAccount = {
  id: string;
  name: string;
  organization_name: string;
  emr_type: string;
  /** IANA name */
  timezone: string;
  /** Capabilities of the EMR */
  capabilities: string[];
  /** Ids of the operations that may write to the EMR; null if all may */
  writes: string[] | null;
  /** Fields that this EMR requires of a new record besides those of every EMR, by capability */
  required_fields: Partial<
    Record<
      | "payments"
      | "patient_notes"
      | "visit_notes"
      | "claims_fetch"
      | "appointments_fetch"
      | "patients_fetch"
      | "availability_fetch"
      | "services"
      | "order_catalog"
      | "orders"
      | "messages"
      | "tasks"
      | "recall_actions"
      | "referrals"
      | "appointments"
      | "patients"
      | "patient_changes"
      | "bookings"
      | "moves"
      | "cancellations"
      | "documents"
      | "insurances",
      string[]
    >
  >;
  /** Request fields that this EMR has no place for, with the reasons, by capability; one that is set is 400 */
  unsupported_fields: Partial<
    Record<
      | "payments"
      | "patient_notes"
      | "visit_notes"
      | "claims_fetch"
      | "appointments_fetch"
      | "patients_fetch"
      | "availability_fetch"
      | "services"
      | "order_catalog"
      | "orders"
      | "messages"
      | "tasks"
      | "recall_actions"
      | "referrals"
      | "appointments"
      | "patients"
      | "patient_changes"
      | "bookings"
      | "moves"
      | "cancellations"
      | "documents"
      | "insurances",
      Record<string, string>
    >
  >;
  /** Kinds of records that the EMR does not show: their lists stay empty */
  unsupported_kinds: {
    kind:
      | "settings"
      | "locations"
      | "providers"
      | "visit_types"
      | "staff"
      | "referring_providers"
      | "forms"
      | "patients"
      | "appointments"
      | "claims"
      | "referrals"
      | "recalls"
      | "documents";
    reason: string | null;
  }[];
  /** ISO 8601 */
  synced_at: string | null;
  /** The organization that has it: of a platform client's account that of the clinic, or the client's own */
  organization_id: string;
  /** Without its secrets; null for a sandbox */
  connection: Record<string, unknown> | null;
  /** The fields of `connection` whose secrets are stored; they are never shown */
  secrets: string[];
  /** Findings of the last probe; null for a sandbox */
  profile: EmrProfile | null;
  /** The webhook registered at the EMR, which all accounts of the EMR's client share; null while there is none, as for an EMR that sends no events */
  event_webhook: EventWebhook | null;
  /** Whether the EMR tells of each change at once, as `subscriptions` of its connection asks; null if that is off, or the EMR has no such way */
  change_notices: ChangeNotices | null;
  write_operations: WriteOperation[];
  /** Minutes between two readings of what changed in the EMR, as far as it can be read so and its limit of calls allows; 0: the nightly sync alone */
  sync_interval_minutes: number;
  /** False while the account is unlinked */
  active: boolean;
  /** `login_required`: the EMR refuses the credentials until an admin enters new ones. Jobs wait, writes are 403 with `error` `login_required`, and records stay as they were read last */
  state: "linked" | "login_required" | "unlinked";
  /** False if the EMR no longer knows the token's user */
  user_active: boolean;
  /** Identifies the access token in events; not a secret */
  access_token_reference_id: string;
  /** ISO 8601 */
  created_at: string;
  /** Strong entity tag of what a `PATCH` changes, with the secrets: its `If-Match` */
  etag: string;
};

export type McpToken = {
  id: string;
  /** Name of the assistant that uses it */
  name: string;
  /** The person for whom it reads and drafts */
  user_id: string;
  user_name: string;
  /** Permissions of the kinds of record that it may read */
  reads: string[];
  /** Ids of the operations that it may draft */
  drafts: string[];
  /** `ended` after `expires_at`; `person_deactivated` while its person has no access */
  status: "active" | "ended" | "revoked" | "person_deactivated";
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  expires_at: string;
  /** ISO 8601, to the minute; null if it was never used */
  last_used_at: string | null;
  /** ISO 8601 */
  revoked_at: string | null;
};

export type Message = {
  message_id: string;
  /** The EMR's id; null until the EMR has created the record */
  emr_message_id: string | null;
  /** The provider's EMR id */
  provider: string;
  subject: string;
  message: string;
  /** The job that writes the record */
  job_id: number;
  /** Status of that job */
  status: JobStatus;
  /** ISO 8601 */
  created_at: string;
};

export type MessageFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "message.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the message here: a UUID without dashes */
    message_id: string;
    failure_reason: string;
  };
};

export type MessageSentEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "message.sent";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the message here: a UUID without dashes */
    message_id: string;
    emr_message_id: string;
  };
};

export type Metadata = Record<string, string>;

/** ISO 8601 with an offset */
export type Moment = string;

export type MrnSystem = {
  system: string;
  /** Name of the identifier in the EMR */
  name: string | null;
  /** Patients who carry it, among those that were read */
  patients: number;
  /** Patients that were read */
  of: number;
  /** Patients whose value another patient carries as well */
  shared: number;
  /** Values of the first patients */
  examples: string[];
};

export type NamedItem = {
  id: string;
  name: string;
};

export type NewApiClient = {
  id: string;
  name: string;
  /** The value of the header of the same name; not a secret */
  client_id: string;
  status: "active" | "revoked";
  /** Handling of requests with unknown fields: `warn` accepts them and lists the fields in `warnings`, `refuse` answers 400 and saves nothing; default `warn` */
  unknown_fields: "warn" | "refuse";
  /** Whether it has `linked-accounts:link`: it may let its customers link their EMRs by link tokens; false until an admin switches it on */
  may_link: boolean;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601, to the minute; null if it was never used */
  last_used_at: string | null;
  /** ISO 8601 */
  revoked_at: string | null;
  /** Only this response shows it */
  client_secret: string;
  /** `whsec_…`; signs the webhooks sent to `callback_urls`. Only this response shows it */
  webhook_secret: string;
};

export type NewLinkedAccount = {
  id: string;
  name: string;
  organization_name: string;
  emr_type: string;
  /** IANA name */
  timezone: string;
  /** Capabilities of the EMR */
  capabilities: string[];
  /** Ids of the operations that may write to the EMR; null if all may */
  writes: string[] | null;
  /** Fields that this EMR requires of a new record besides those of every EMR, by capability */
  required_fields: Partial<
    Record<
      | "payments"
      | "patient_notes"
      | "visit_notes"
      | "claims_fetch"
      | "appointments_fetch"
      | "patients_fetch"
      | "availability_fetch"
      | "services"
      | "order_catalog"
      | "orders"
      | "messages"
      | "tasks"
      | "recall_actions"
      | "referrals"
      | "appointments"
      | "patients"
      | "patient_changes"
      | "bookings"
      | "moves"
      | "cancellations"
      | "documents"
      | "insurances",
      string[]
    >
  >;
  /** Request fields that this EMR has no place for, with the reasons, by capability; one that is set is 400 */
  unsupported_fields: Partial<
    Record<
      | "payments"
      | "patient_notes"
      | "visit_notes"
      | "claims_fetch"
      | "appointments_fetch"
      | "patients_fetch"
      | "availability_fetch"
      | "services"
      | "order_catalog"
      | "orders"
      | "messages"
      | "tasks"
      | "recall_actions"
      | "referrals"
      | "appointments"
      | "patients"
      | "patient_changes"
      | "bookings"
      | "moves"
      | "cancellations"
      | "documents"
      | "insurances",
      Record<string, string>
    >
  >;
  /** Kinds of records that the EMR does not show: their lists stay empty */
  unsupported_kinds: {
    kind:
      | "settings"
      | "locations"
      | "providers"
      | "visit_types"
      | "staff"
      | "referring_providers"
      | "forms"
      | "patients"
      | "appointments"
      | "claims"
      | "referrals"
      | "recalls"
      | "documents";
    reason: string | null;
  }[];
  /** ISO 8601 */
  synced_at: string | null;
  /** The organization that has it: of a platform client's account that of the clinic, or the client's own */
  organization_id: string;
  /** Without its secrets; null for a sandbox */
  connection: Record<string, unknown> | null;
  /** The fields of `connection` whose secrets are stored; they are never shown */
  secrets: string[];
  /** Findings of the last probe; null for a sandbox */
  profile: EmrProfile | null;
  /** The webhook registered at the EMR, which all accounts of the EMR's client share; null while there is none, as for an EMR that sends no events */
  event_webhook: EventWebhook | null;
  /** Whether the EMR tells of each change at once, as `subscriptions` of its connection asks; null if that is off, or the EMR has no such way */
  change_notices: ChangeNotices | null;
  write_operations: WriteOperation[];
  /** Minutes between two readings of what changed in the EMR, as far as it can be read so and its limit of calls allows; 0: the nightly sync alone */
  sync_interval_minutes: number;
  /** False while the account is unlinked */
  active: boolean;
  /** `login_required`: the EMR refuses the credentials until an admin enters new ones. Jobs wait, writes are 403 with `error` `login_required`, and records stay as they were read last */
  state: "linked" | "login_required" | "unlinked";
  /** False if the EMR no longer knows the token's user */
  user_active: boolean;
  /** Identifies the access token in events; not a secret */
  access_token_reference_id: string;
  /** ISO 8601 */
  created_at: string;
  /** Strong entity tag of what a `PATCH` changes, with the secrets: its `If-Match` */
  etag: string;
  /** Only this response shows it */
  access_token: string;
};

export type NewMcpToken = {
  id: string;
  /** Name of the assistant that uses it */
  name: string;
  /** The person for whom it reads and drafts */
  user_id: string;
  user_name: string;
  /** Permissions of the kinds of record that it may read */
  reads: string[];
  /** Ids of the operations that it may draft */
  drafts: string[];
  /** `ended` after `expires_at`; `person_deactivated` while its person has no access */
  status: "active" | "ended" | "revoked" | "person_deactivated";
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  expires_at: string;
  /** ISO 8601, to the minute; null if it was never used */
  last_used_at: string | null;
  /** ISO 8601 */
  revoked_at: string | null;
  /** `mcp_…`, for `Authorization: Bearer`. Only this response shows it */
  token: string;
};

export type NewScimToken = {
  id: string;
  /** Name of the directory that uses it */
  name: string;
  /** The value of a user's `roles` that makes an admin; null: the directory decides on no role */
  admin_role: string | null;
  status: "active" | "revoked";
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601, to the minute; null if it was never used */
  last_used_at: string | null;
  /** ISO 8601 */
  revoked_at: string | null;
  /** `scim_…`, for `Authorization: Bearer`. Only this response shows it */
  token: string;
};

export type OAuthGrant = {
  id: string;
  /** Given at its registration, or the address of its metadata document */
  client_id: string;
  /** As the client calls itself; nobody has verified it */
  client_name: string;
  /** Host of the address to which the code was sent */
  client_host: string;
  linked_account_id: string;
  linked_account_name: string;
  /** The person who granted it, for whom the client reads and drafts */
  user_id: string;
  user_name: string;
  /** Permissions of the kinds of record that it may read */
  reads: string[];
  /** Ids of the operations that it may draft */
  drafts: string[];
  /** `ended` after `expires_at`; `person_deactivated` while its person has no access */
  status: "active" | "ended" | "revoked" | "person_deactivated";
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  expires_at: string;
  /** ISO 8601, to the minute; null if it was never used */
  last_used_at: string | null;
  /** ISO 8601 */
  revoked_at: string | null;
};

export type OAuthRules = {
  /** Whether people may grant assistants access to `/mcp` by OAuth. While it is off, no such token is accepted */
  enabled: boolean;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
};

export type OpenApiDocument = Record<string, unknown>;

export type OpenPayment = {
  payment_id: string;
  job_id: number;
  status: JobStatus;
  /** Whether it waits for POST /jobs/{job_id}/reconcile */
  needs_person: boolean;
  /** Decimal text with two places, such as `1240.50`: exact to the cent */
  amount: string;
  payment_method: string;
  location_id: string;
  location_name: string | null;
  /** Who posted it first, also if another person sent it again */
  person: {
    kind: "api_client" | "user" | "embed" | "mcp_token";
    id: string;
    name: string;
  };
  /** ISO 8601 */
  created_at: string;
};

export type OpenSlot = {
  /** The slot's id here; "" for a gap */
  id: string;
  /** The `slot_id` by which POST /appointments books it; "" for a gap */
  slot_id: string;
  /** The slot's id in the EMR; "" for a gap */
  emr_appointment_id: string;
  /** ISO 8601 with the offset of the account's time zone */
  datetime: string;
  /** Minutes */
  duration: number;
  /** The visit type's name; "" if any may be booked */
  appointment_type: string;
  /** The location's `emr_id` */
  location_id: string;
  /** The provider's id here */
  provider_id: string;
  /** The provider's id in the EMR */
  provider_ehr_id: string;
  /** First and last name */
  provider_name: string;
};

export type Order = {
  order_id: string;
  /** The EMR's id; null until the EMR has created the record */
  emr_order_id: string | null;
  patient_mrn: string;
  patient_name: PatientName;
  type: "lab" | "imaging" | "procedure";
  item_ids: string[];
  /** The provider's EMR id */
  provider: string | null;
  priority: "routine" | "urgent" | "stat";
  notes: string | null;
  /** The job that writes the record */
  job_id: number;
  /** Status of that job */
  status: JobStatus;
  /** ISO 8601 */
  created_at: string;
};

export type OrderCatalogItem = {
  /** Id for `item_ids` of POST /orders */
  item_id: string;
  name: string;
  billable: boolean;
  /** `lab`, `imaging` or `procedure` */
  type: "lab" | "imaging" | "procedure";
};

export type OrderCatalogSearchFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "order_catalog.search_failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    failure_reason: string;
  };
};

export type OrderCatalogSearchedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "order_catalog.searched";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** `lab`, `imaging` or `procedure` */
    type: "lab" | "imaging" | "procedure";
    page: number;
    /** Whether there is a next page */
    has_more: boolean;
    items: {
      /** Id for `item_ids` of POST /orders */
      item_id: string;
      name: string;
      billable: boolean;
    }[];
  };
};

export type OrderCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "order.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the order here: a UUID without dashes */
    order_id: string;
    emr_order_id: string;
    patient_mrn: string;
  };
};

export type OrderFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "order.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the order here: a UUID without dashes */
    order_id: string;
    failure_reason: string;
  };
};

export type OrgSettingsSyncFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "org_settings.sync_failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    failure_reason: string;
  };
};

export type OrgSettingsSyncedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "org_settings.synced";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    status: "completed";
    summary: {
      providers_created: number;
      providers_updated: number;
      locations_created: number;
      locations_updated: number;
      visit_types_created: number;
      visit_types_updated: number;
      visit_statuses_created: number;
      visit_statuses_updated: number;
      insurance_companies_created: number;
      pharmacies_created: number;
      pharmacies_updated: number;
      referring_providers_created: number;
      referring_providers_updated: number;
      policy_types_count: number;
      staff_list_count: number;
      required_patient_fields_synced: boolean;
      timezone_synced: boolean;
      /** Whether the linked account changed: its time zone or its user */
      link_org_updated: boolean;
    };
  };
};

export type OrganizationKey = {
  /** Its id in the JWK set */
  kid: string;
  /** `RS384` or `ES384` */
  alg: string;
  /** ISO 8601: until then it is published, and an older key signs */
  signs_from: string;
  /** ISO 8601: end of its publication; null unless it was replaced */
  retires_at: string | null;
};

export type OwnProvider = {
  issuer: string;
  client_id: string;
  /** The claim that has the `externalId` by which the organization's directory names a person */
  external_id_claim: string;
  /** The page at which the organization's people sign in */
  sign_in_url: string;
  /** To register with the provider */
  redirect_uri: string;
};

export type PastChange = {
  kind: "locations" | "providers" | "patients" | "documents" | "referrals" | "recalls" | "appointments";
  change: "created" | "updated" | "deleted";
  /** Id of the record here */
  id: string;
  /** Id in the EMR; null until the EMR has the record */
  ehr_id: string | null;
  patient_mrn: string | null;
  patient_name: PatientName;
  /** The fields of the record that show something else than before; empty unless it was updated */
  updated_fields: string[];
  /** As its read shows it after the change; null where it is deleted */
  record: Record<string, unknown> | null;
  /** The job of ours that made the change; null for all other changes */
  job_id: number | null;
  /** ISO 8601: when the change was stored here */
  noticed_at: string;
  /** `emr`: found in the EMR; `job`: by `job_id`; `here`: by a person here without a job */
  made_by: "emr" | "job" | "here";
  /** What each of `updated_fields` showed before and after; of a deleted record all that it showed. Empty for entries of versions before this route */
  differences: {
    field: string;
    before: unknown;
    after: unknown;
  }[];
};

export type Patient = {
  /** Id of the patient here: a UUID without dashes */
  id: string;
  mrn: string;
  first_name: string;
  last_name: string;
  /** YYYY-MM-DD; null if the EMR knows no whole date */
  dob: string | null;
  gender: string;
  phone: string;
  email: string;
  address: {
    street: string;
    city: string;
    state: string;
    zip: string;
  };
  /** Id in the EMR */
  ehr_id: string;
  /** Given names after the first; some EMRs have them in `first_name`, too */
  middle_name: string | null;
  /** Such as Jr; null if the EMR knows none */
  suffix: string | null;
  mobile_phone: string | null;
  preferred_language: string | null;
  /** Whom to call in an emergency, with `name` "" if the EMR knows the telephone alone; null if it names nobody */
  emergency_contact: {
    name: string;
    relationship: string | null;
    phone: string | null;
  } | null;
  /** False if the EMR no longer uses the record */
  active: boolean;
  deceased: boolean;
  /** ISO 8601: a date or a moment; null if the EMR does not say when */
  deceased_at: string | null;
  set_aside: SetAside;
};

export type PatientCandidate = {
  /** Null for a patient whose creation is not finished */
  mrn: string | null;
  name: string;
  /** YYYY-MM-DD */
  dob: string;
  /** The last four digits of the telephone number; null without one */
  phone_last_four: string | null;
  /** `id` of the patient here */
  patient_id: string | null;
  /** The unfinished job that creates the patient; null for others */
  job_id: number | null;
};

export type PatientChangedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient.changed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    change: "created" | "updated" | "deleted";
    /** Id of the record here */
    id: string;
    /** Id in the EMR */
    ehr_id: string | null;
    /** Null where the record names no patient */
    patient_mrn: string | null;
    /** The fields of the record that show something else than before; empty unless it was updated */
    updated_fields: string[];
    /** As its read shows it after the change; null where it is deleted */
    record: Patient | null;
  };
};

export type PatientCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** `id` that the patient has here, from now on: a UUID without dashes */
    patient_id: string;
    patient_mrn: string;
    ehr_id: string;
  };
};

export type PatientFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the patient here; of a creation */
    patient_id?: string;
    /** Of a change */
    patient_mrn?: string;
    failure_reason: string;
    reasons: FailureReason[];
  };
};

export type PatientInsurance = {
  id: string;
  /** The EMR's id; null until the EMR has created the record */
  emr_insurance_id: string | null;
  patient_mrn: string;
  /** Of `insurance_companies` of GET /settings; null for another payer */
  payer_id: string | null;
  payer_name: string;
  member_id: string;
  group_number: string | null;
  /** 1 for the primary insurance, to 3 */
  priority: number;
  /** What the patient is to the subscriber */
  relationship: "self" | "spouse" | "child" | "parent" | "other";
  /** The subscriber's name */
  subscriber: string | null;
  /** The job that writes the record */
  job_id: number;
  /** Status of that job */
  status: JobStatus;
  /** ISO 8601 */
  created_at: string;
};

export type PatientInsuranceCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient_insurance.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the insurance here: a UUID without dashes */
    insurance_id: string;
    emr_insurance_id: string;
    patient_mrn: string;
    payer_id: string | null;
    payer_name: string;
    member_id: string;
    group_number: string | null;
    priority: number;
    relationship: "self" | "spouse" | "child" | "parent" | "other";
    subscriber: string | null;
  };
};

export type PatientInsuranceFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient_insurance.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    insurance_id: string;
    patient_mrn: string;
    failure_reason: string;
    reasons: FailureReason[];
  };
};

export type PatientInsuranceUpdatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient_insurance.updated";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    insurance_id: string;
    patient_mrn: string;
    /** Names of the fields that were applied */
    updated_fields: string[];
  };
};

export type PatientLiveFetchCompletedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient.live_fetch_completed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Ids here of the patients found */
    patient_ids: string[];
    /** Their MRNs, in the same order */
    patient_mrns: string[];
    /** True if the EMR has more patients who are named so: at most 100 are fetched */
    has_more: boolean;
    /** Records that the EMR returned of what was asked for */
    found: number;
    /** Records that were not known here */
    created: number;
    /** Records that differed */
    updated: number;
    /** Records that the EMR says it no longer has */
    deleted: number;
  };
};

export type PatientLiveFetchFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient.live_fetch_failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    failure_reason: string;
    reasons: FailureReason[];
  };
};

export type PatientMatch = {
  patient: Patient;
  /** `mrn`: the text is the patient's MRN. `exact`: the patient meets every word. `similar`: at least one word is a name with one or two other letters, or written in another way */
  match: "mrn" | "exact" | "similar";
};

/** First and last name as of the last sync; null if the last sync found no patient with this MRN. Not contained in events */
export type PatientName = string | null;

export type PatientNote = {
  patient_note_id: string;
  /** The EMR's id; null until the EMR has created the record */
  emr_note_id: string | null;
  patient_mrn: string;
  patient_name: PatientName;
  subject: string;
  note: string;
  location_id: string | null;
  tags: string[];
  /** The job that writes the record */
  job_id: number;
  /** Status of that job */
  status: JobStatus;
  /** ISO 8601 */
  created_at: string;
};

export type PatientNoteCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient_note.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the note here: a UUID without dashes */
    patient_note_id: string;
    emr_note_id: string;
    patient_mrn: string;
    location_id: string | null;
    subject: string;
    note: string;
  };
};

export type PatientNoteFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient_note.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the note here: a UUID without dashes */
    patient_note_id: string;
    failure_reason: string;
  };
};

export type PatientUpdatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "patient.updated";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    patient_mrn: string;
    /** Names of the fields that were applied */
    updated_fields: string[];
  };
};

export type Payment = {
  payment_id: string;
  /** The EMR's id; null until the EMR has created the record */
  emr_transaction_id: string | null;
  patient_mrn: string;
  patient_name: PatientName;
  payment_method: string;
  reference_number: string;
  location: string;
  amount: number;
  notes: string | null;
  /** YYYY-MM-DD */
  deposit_date: string;
  /** The job that writes the record */
  job_id: number;
  /** Status of that job */
  status: JobStatus;
  /** ISO 8601 */
  created_at: string;
};

export type PaymentCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "payment.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the payment here: a UUID without dashes */
    payment_id: string;
    emr_transaction_id: string;
    payment_method: string;
    amount: number;
    reference_number: string;
    patient_mrn: string;
  };
};

export type PaymentFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "payment.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the payment here: a UUID without dashes */
    payment_id: string;
    failure_reason: string;
  };
};

export type PaymentTotals = {
  count: number;
  /** Decimal text with two places, such as `1240.50`: exact to the cent */
  amount: string;
  by_method: {
    payment_method: string;
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
  }[];
  by_location: {
    /** The EMR's id */
    location_id: string;
    /** null for a location that the EMR no longer has */
    location_name: string | null;
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
  }[];
  by_person: {
    /** Who posted it first, also if another person sent it again */
    person: {
      kind: "api_client" | "user" | "embed" | "mcp_token";
      id: string;
      name: string;
    };
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
  }[];
  by_deposit_date: {
    /** YYYY-MM-DD */
    deposit_date: string;
    count: number;
    /** Decimal text with two places, such as `1240.50`: exact to the cent */
    amount: string;
  }[];
};

export type PreconditionError = {
  success: false;
  /** A text for users that names every problem */
  message: string;
  /** The invalid fields, at most 100; absent if there are none */
  errors?: FieldError[];
  /** The record as it is now, as its read shows it; absent if the caller may not read it */
  current?: Record<string, unknown>;
};

export type ProbeLinkedAccountsAnswer = {
  success: true;
  message: string;
  /** For `probe_id` of POST /linked-accounts and PATCH /linked-accounts/{id} within 15 minutes */
  probe_id: string;
  profile: EmrProfile;
  /** Why a link by this connection would be refused, by field; empty if it would not */
  problems: {
    field: string;
    message: string;
  }[];
  /** Identifiers of patients, the likeliest MRN first; empty if the EMR states its MRNs itself */
  mrn_systems: MrnSystem[];
  warnings?: UnknownFields;
};

export type ProbeLinkedAccountsRequest = {
  name?: string | undefined;
  emr_type: "sandbox" | "sandbox_basic" | "fhir" | "records_api";
  /** Required for fhir, records_api; other types have none */
  connection?:
    | (
        | {
            /** Address of the FHIR server, such as https://ehr.example/fhir/R4 */
            base_url: string;
            auth:
              | {
                  kind: "smart_app";
                  /** Somebody signs in at the EMR and allows access; the id is that of POST /emr-authorizations */
                  authorization_id: string;
                }
              | {
                  kind: "smart_backend";
                  /** The name under which the server knows this client */
                  client_id: string;
                  /** Needed if tokens are issued at another origin than that of the server: no other address there gets credentials. Otherwise the server's SMART configuration names it */
                  token_url?: string | undefined;
                  /** Scopes that are asked for, separated by spaces; without it, reading and writing of all records */
                  scopes?: string | undefined;
                }
              | {
                  kind: "client_secret";
                  /** The name under which the server knows this client */
                  client_id: string;
                  client_secret: string;
                  /** Needed if tokens are issued at another origin than that of the server: no other address there gets credentials. Otherwise the server's SMART configuration names it */
                  token_url?: string | undefined;
                  /** Scopes that are asked for, separated by spaces; without it, the server's own choice */
                  scopes?: string | undefined;
                }
              | {
                  kind: "header";
                  /** Name of the header, such as `Authorization` or `X-Api-Key` */
                  header_name: string;
                  /** The header's whole value, such as `Bearer` and a token */
                  header_value: string;
                }
              | {
                  kind: "none";
                };
            /** The practice's visit statuses; without them FHIR's own */
            visit_statuses?:
              | {
                  /** Code of GET /visit-statuses */
                  code: string;
                  description: string;
                  /** Status in FHIR */
                  fhir_status:
                    | "proposed"
                    | "pending"
                    | "waitlist"
                    | "booked"
                    | "arrived"
                    | "checked-in"
                    | "fulfilled"
                    | "cancelled"
                    | "noshow"
                    | "entered-in-error";
                }[]
              | undefined;
            /** FHIR ids of the practitioners, separated by spaces or commas; needed if the server does not list its practitioners */
            practitioner_ids?: string | undefined;
            /** Parameters that the server requires in each search, such as `ah-practice=Organization/a-1.Practice-1` */
            search_parameters?: string | undefined;
            /** System of the patient identifier that is the MRN */
            mrn_system?: string | undefined;
            /** Id of the Group of all the practice's patients, if the server exports its records by groups alone */
            export_group?: string | undefined;
            /** `on`: the server is asked to tell of each change of a visit or patient at once (Subscription, rest-hook), at an address here that is made for this account; `off` or left out: changes are read every few minutes alone */
            subscriptions?: ("off" | "on") | undefined;
            /** Canonical addresses of the server's SubscriptionTopics for visits and patients, separated by spaces, if it takes subscriptions to topics alone (R5 backport) */
            subscription_topics?: string | undefined;
            /** Most calls per minute; without it, limits are learned from the EMR's answers */
            calls_per_minute?: number | undefined;
            /** Leave empty if the EMR has no such limit */
            at_once?: number | undefined;
          }
        | {
            /** Address of its API, which ends in `/v1` */
            base_url: string;
            /** Sent as `client_id` */
            client_id: string;
            client_secret: string;
            access_token: string;
            /** Way in which the EMR speaks this interface; default `interface`. If you do not know it, leave it: the test of the connection finds it, refuses another one, and says here which one it is */
            dialect?: ("interface" | "cobalt") | undefined;
            /** Signs its events for this API client, per Standard Webhooks: with it, unsigned events are refused, without it, events are taken unsigned */
            webhook_secret?: string | undefined;
            /** Most calls per minute; without it, limits are learned from the EMR's answers */
            calls_per_minute?: number | undefined;
          }
      )
    | undefined;
  timezone?: string | undefined;
  /** Also tries writes, on records of its own that it removes; what it could not remove is listed */
  write_probes?: boolean | undefined;
};

export type Provider = {
  id: string;
  /** Id in the EMR */
  ehr_id: string;
  /** Digits only: the `provider` of POST /messages. The `ehr_id` if that has digits only */
  provider_number: string;
  first_name: string;
  last_name: string;
  npi: string;
  specialty: string;
  status: "active" | "inactive";
  hide_in_availability: "true" | "false";
  hours: ProviderHours[];
  /** Who last changed status, hiding or hours */
  changed_by: string | null;
  /** ISO 8601 */
  changed_at: string | null;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
  set_aside: SetAside;
};

export type ProviderChangedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "provider.changed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    change: "created" | "updated" | "deleted";
    /** Id of the record here */
    id: string;
    /** Id in the EMR */
    ehr_id: string | null;
    /** Null where the record names no patient */
    patient_mrn: string | null;
    /** The fields of the record that show something else than before; empty unless it was updated */
    updated_fields: string[];
    /** As its read shows it after the change; null where it is deleted */
    record: Provider | null;
  };
};

export type ProviderHours = {
  day: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
  /** THH:MM:SS */
  start_time: string;
  /** THH:MM:SS */
  end_time: string;
  /** A location's emr_id */
  facility_id: string;
  facility_name: string;
  /** ISO 8601 with a time part */
  start_date: string | null;
  /** ISO 8601 with a time part */
  end_date: string | null;
};

/** The query parameters that the route does not know and did not use, each with the one that was probably meant; an API client whose `unknown_fields` is `refuse` gets 400 instead. Of synchronized records also the kinds that are not whole yet, until the account's first sync is complete. Absent if there are none */
export type QueryWarnings = string[];

export type Recall = {
  id: string;
  patient_mrn: string;
  patient_name: PatientName;
  reason: string;
  /** YYYY-MM-DD */
  due_date: string;
  status: "open" | "closed";
  /** Oldest first */
  actions: {
    /** The EMR's id */
    id: string;
    action_taken: string;
    note: string | null;
    /** ISO 8601 */
    created_at: string;
  }[];
  set_aside: SetAside;
};

export type RecallActionCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "recall_action.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the recall here: a UUID without dashes */
    recall_id: string;
    /** Id of the action here: a UUID without dashes */
    recall_action_id: string;
    action_taken: string;
    /** Whether the recall is closed now */
    closed: boolean;
    patient_mrn: string;
  };
};

export type RecallActionFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "recall_action.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the recall here: a UUID without dashes */
    recall_id: string;
    failure_reason: string;
  };
};

export type RecallChangedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "recall.changed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    change: "created" | "updated" | "deleted";
    /** Id of the record here */
    id: string;
    /** Id in the EMR */
    ehr_id: string | null;
    /** Null where the record names no patient */
    patient_mrn: string | null;
    /** The fields of the record that show something else than before; empty unless it was updated */
    updated_fields: string[];
    /** As its read shows it after the change; null where it is deleted */
    record: Recall | null;
  };
};

export type ReconcileJobAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type ReconcileJobRequest = {
  /** Whether the EMR holds the record */
  outcome: "held" | "not_held";
  /** The EMR's id of the record; required if `outcome` is `held` */
  emr_id?: string | undefined;
  /** The EMR's id of the record that contains it, such as a service's episode; required if the EMR cannot show it */
  emr_parent_id?: string | undefined;
};

export type RedeliverEventAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type RedeliverEventRequest = {
  /** Sends only to the target of this delivery */
  delivery_id?: string | undefined;
};

export type RedeliverEventsAnswer = {
  success: true;
  message: string;
  /** Events that were, or with `dry_run` would be, sent again by this request */
  count: number;
  /** Present if events of the range remain: send it as `cursor` */
  next_cursor?: string;
  warnings?: UnknownFields;
};

export type RedeliverEventsRequest = {
  /** Events created at this time or later */
  created_after: Moment;
  /** Events created at this time or earlier; not before `created_after` */
  created_before: Moment;
  /** Only these types */
  event_types?: string[] | undefined;
  /** Only to this webhook endpoint */
  endpoint_id?: string | undefined;
  /** `next_cursor` of the previous response */
  cursor?: string | undefined;
  /** Only count them */
  dry_run?: boolean | undefined;
};

export type Referral = {
  id: string;
  /** Id in the EMR; null until the EMR has created it */
  ehr_id: string | null;
  patient_mrn: string;
  patient_name: PatientName;
  direction: "incoming" | "outgoing";
  /** A label of the EMR's own list */
  status: string | null;
  priority: ("routine" | "urgent" | "stat") | null;
  reason: string;
  notes: string | null;
  prior_authorization_code: string | null;
  /** A name of the EMR's own list */
  specialty: string | null;
  /** A location's `emr_id` */
  location_id: string | null;
  /** YYYY-MM-DD */
  start_date: string | null;
  /** YYYY-MM-DD */
  end_date: string | null;
  visits_allowed: number | null;
  /** A staff member's `ehr_id` */
  assigned_to_id: string | null;
  /** An `id` of GET /referring-providers, active or not */
  referring_provider_id: string | null;
  /** First and last name, as in `patient_name` */
  referring_provider_name: string | null;
  /** Ids for GET /documents/{id}, oldest first */
  document_ids: string[];
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  updated_at: string;
  set_aside: SetAside;
};

export type ReferralChangedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "referral.changed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    change: "created" | "updated" | "deleted";
    /** Id of the record here */
    id: string;
    /** Id in the EMR */
    ehr_id: string | null;
    /** Null where the record names no patient */
    patient_mrn: string | null;
    /** The fields of the record that show something else than before; empty unless it was updated */
    updated_fields: string[];
    /** As its read shows it after the change; null where it is deleted */
    record: Referral | null;
  };
};

export type ReferralCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "referral.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the referral here: a UUID without dashes */
    referral_id: string;
    ehr_id: string;
    patient_mrn: string;
  };
};

export type ReferralFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "referral.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the referral here: a UUID without dashes */
    referral_id: string;
    patient_mrn: string;
    failure_reason: string;
    /** Only present if the EMR refused the values, as opposed to an unavailable EMR */
    error_type?: "emr_validation_failure";
  };
};

export type ReferralUpdatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "referral.updated";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the referral here: a UUID without dashes */
    referral_id: string;
    ehr_id: string;
    patient_mrn: string;
    /** `incoming` or `outgoing` */
    direction: string;
    /** Names of the fields that were applied */
    updated_fields: string[];
  };
};

export type ReferringProvider = {
  id: string;
  /** Id in the EMR */
  ehr_id: string;
  /** LASTNAME,FIRSTNAME */
  name: string;
  first_name: string;
  last_name: string;
  middle_initial: string | null;
  speciality: string | null;
  /** XXX-XXX-XXXX */
  phone: string | null;
  /** XXX-XXX-XXXX */
  fax: string | null;
  email: string | null;
  npi: string | null;
  address_street: string | null;
  address_city: string | null;
  address_state: string | null;
  address_zip: string | null;
  set_aside: SetAside;
};

export type ReplaceDowntimePacketPassphraseAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type ReplaceDowntimePacketPassphraseRequest = {
  /** Opens every packet that is made from now on. It is never shown again: write it down at the clinic */
  passphrase: string;
};

export type ReplaceMyAlertsAnswer = {
  success: true;
  message: string;
  mails: {
    /** False if the operator has configured no mail: then none is sent */
    can_mail: boolean;
    /** The alerts that the person's role may choose */
    possible: (
      | "emr_degraded"
      | "login_required"
      | "endpoint_failing"
      | "endpoint_disabled"
      | "work_failed"
      | "work_unknown"
      | "second_factor_reset"
    )[];
    chosen: (
      | "emr_degraded"
      | "login_required"
      | "endpoint_failing"
      | "endpoint_disabled"
      | "work_failed"
      | "work_unknown"
      | "second_factor_reset"
    )[];
    /** Strong entity tag of the record as it is now: the `If-Match` of a change */
    etag: string;
  };
  warnings?: UnknownFields;
};

export type ReplaceMyAlertsRequest = {
  chosen: (
    | "emr_degraded"
    | "login_required"
    | "endpoint_failing"
    | "endpoint_disabled"
    | "work_failed"
    | "work_unknown"
    | "second_factor_reset"
  )[];
};

export type ReplaceMyPasswordAnswer = {
  success: true;
  message: string;
  warnings?: UnknownFields;
};

export type ReplaceMyPasswordRequest = {
  current_password: string;
  new_password: string;
};

export type ReplaceOrganizationOauthAnswer = {
  success: true;
  message: string;
  oauth_rules: OAuthRules;
  warnings?: UnknownFields;
};

export type ReplaceOrganizationOauthRequest = {
  /** Whether people may grant assistants access to `/mcp` by OAuth. While it is off, no such token is accepted */
  enabled: boolean;
};

export type ReplaceOrganizationProviderAnswer = {
  success: true;
  message: string;
  own_provider: OwnProvider | null;
  /** To register with a provider before it is entered here */
  redirect_uri: string;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
  warnings?: UnknownFields;
};

export type ReplaceOrganizationProviderRequest = {
  /** The provider's issuer, an https address */
  issuer: string;
  client_id: string;
  /** Stored sealed, and never shown */
  client_secret: string;
  /** `sub` fits Okta, `oid` fits Entra ID */
  external_id_claim?: string | undefined;
};

export type ReplaceOrganizationSignInAnswer = {
  success: true;
  message: string;
  sign_in_rules: SignInRules;
  warnings?: UnknownFields;
};

export type ReplaceOrganizationSignInRequest = {
  /** Whether people who sign in by password need a second factor. Those without one set it up at their next sign-in */
  second_factor_required: boolean;
};

export type ReplaceSubscriptionsAnswer = {
  success: true;
  message: string;
  /** The types that the client receives; by default all `default` ones */
  event_types: string[];
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
  warnings?: UnknownFields;
};

export type ReplaceSubscriptionsRequest = {
  event_types: string[];
};

export type RetryJobAnswer = {
  success: true;
  message: string;
  /** The new job */
  job_id: number;
  warnings?: UnknownFields;
};

export type RetryJobsAnswer = {
  success: true;
  message: string;
  /** Jobs that were, or with `dry_run` would be, retried */
  count: number;
  /** The new jobs; none with `dry_run` */
  job_ids: number[];
  /** How many of them the EMR had refused for good: they fail again unless something has changed there. The filter `refused` with `false` leaves them out */
  refused: number;
  /** Matching jobs that are skipped, because a newer change of their record was accepted */
  superseded: number;
  /** Matching jobs beyond the limit: repeat the request for them */
  remaining: number;
  warnings?: UnknownFields;
};

export type RetryJobsRequest = {
  /** Only the job with this id */
  job_id?: string | undefined;
  /** Operation ids, comma-separated */
  type?: string | undefined;
  /** Statuses, comma-separated */
  status?: string | undefined;
  /** Only these jobs: ids, comma-separated, at most 500 */
  job_ids?: string | undefined;
  patient_mrn?: string | undefined;
  /** Whether the EMR may hold the write although its response was lost */
  ambiguous?: ("true" | "false") | undefined;
  /** `true`: only jobs that another job retries or corrects; `false`: only the others. With `status=failed`, `false` lists the open failures */
  retried?: ("true" | "false") | undefined;
  /** Whether the EMR refused the job's request for good */
  refused?: ("true" | "false") | undefined;
  /** Whether it has `warnings` */
  warned?: ("true" | "false") | undefined;
  /** Part of the name, or the id, of the person or API client that requested the job */
  actor?: string | undefined;
  /** Job id, or what `query` of GET /patients finds a patient by */
  query?: string | undefined;
  created_after?: Moment | undefined;
  /** On or after `created_after` */
  created_before?: Moment | undefined;
  /** Only count them */
  dry_run?: boolean | undefined;
};

export type RotateApiClientSecretAnswer = {
  success: true;
  message: string;
  api_client: ApiClientWithSecret;
  warnings?: UnknownFields;
};

export type RotateLinkedAccountTokenAnswer = {
  success: true;
  message: string;
  linked_account: NewLinkedAccount;
  warnings?: UnknownFields;
};

export type RotateLinkedAccountWebhookSecretAnswer = {
  success: true;
  message: string;
  linked_account: ManagedLinkedAccount;
  warnings?: UnknownFields;
};

export type RotateOrganizationKeysAnswer = {
  success: true;
  message: string;
  /** Path of the JWK set at the console's address, for EMRs that verify our signatures */
  jwks_path: string;
  keys: OrganizationKey[];
  warnings?: UnknownFields;
};

export type RotateOrganizationKeysRequest = {
  /** Ends all earlier keys at once, as after a leak. Default: false */
  end_previous?: boolean | undefined;
};

export type RotateWebhookEndpointSecretAnswer = {
  success: true;
  message: string;
  webhook_endpoint: WebhookEndpointWithSecret;
  warnings?: UnknownFields;
};

export type RotateWebhookEndpointSecretRequest = {
  /** Ends all earlier secrets at once, as after a leak. Default: false */
  end_previous?: boolean | undefined;
};

export type SandboxBehavior = {
  /** How long every call takes, in milliseconds */
  latency_ms: number;
  /** How much longer each page of a list takes, in milliseconds */
  slow_page_ms: number;
  /** How many records one page of a list has at most */
  page_records: number;
  /** Share of calls that fail temporarily, 0 to 1 */
  fault_rate: number;
  /** How long every list stays empty once an outage is over, in seconds */
  empty_after_outage_s: number;
  /** The EMR refuses further calls until the minute ends; null for no limit */
  rate_limit_per_minute: number | null;
  /** How long the minute of the limit lasts, in seconds: a shorter one speeds time up */
  rate_limit_window_s: number;
  /** How the EMR refuses a call over the limit: `header` (429 with the time in a header), `body` (429 with the time in its text), `forbidden` (403 with a text about a limit) */
  limit_answer: "header" | "body" | "forbidden";
  /** After this many calls the EMR refuses one as unauthorized; the next call gets a new token; null for tokens that last */
  token_calls: number | null;
  /** Share of writes that the EMR saves before it cuts the connection, 0 to 1 */
  cut_after_commit_rate: number;
  /** Share of writes that the EMR saves and answers with an error, 0 to 1 */
  error_after_commit_rate: number;
  /** This list ends after half of its first page, without an error; null for none */
  short_kind:
    | (
        | "locations"
        | "providers"
        | "visit_types"
        | "staff"
        | "referring_providers"
        | "forms"
        | "patients"
        | "appointments"
        | "claims"
        | "referrals"
        | "recalls"
        | "documents"
      )
    | null;
  /** The first record of this list is broken; null for none */
  broken_kind:
    | (
        | "locations"
        | "providers"
        | "visit_types"
        | "staff"
        | "referring_providers"
        | "forms"
        | "patients"
        | "appointments"
        | "claims"
        | "referrals"
        | "recalls"
        | "documents"
      )
    | null;
  /** Fault of the broken record: `unreadable` (It cannot be read), `incomplete` (It lacks a required field) */
  broken_as: "unreadable" | "incomplete";
  /** While true, every call fails with a transient error */
  outage: boolean;
  /** Changes this share of the EMR's records at once, 0 to 1 */
  drift_rate: number;
  /** While false, every operation is answered with 404 "User not found"; reads still work */
  user_active: boolean;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
};

export type SandboxWrite = {
  /** Such as payment, episode or referral_update */
  kind: string;
  /** The EMR's id of the created or changed record */
  emr_id: string;
  idempotency_key: string;
};

export type SavedView = {
  id: string;
  /** The list that the view shows */
  list:
    | "jobs"
    | "appointments"
    | "patients"
    | "providers"
    | "referrals"
    | "recalls"
    | "claims"
    | "documents"
    | "events"
    | "users"
    | "audit_log";
  name: string;
  filters: SavedViewFilters;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  updated_at: string;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
};

/** Texts by the name of the filter. Of `jobs`: query, type, status, patient_mrn, ambiguous, actor, in the format of GET /jobs; of another list what its page has, and `sort` */
export type SavedViewFilters = Record<string, string>;

export type ScimToken = {
  id: string;
  /** Name of the directory that uses it */
  name: string;
  /** The value of a user's `roles` that makes an admin; null: the directory decides on no role */
  admin_role: string | null;
  status: "active" | "revoked";
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601, to the minute; null if it was never used */
  last_used_at: string | null;
  /** ISO 8601 */
  revoked_at: string | null;
};

export type SecondFactor = {
  id: string;
  /** `totp`: an authenticator app */
  kind: "totp" | "passkey";
  name: string;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601; null before the first use */
  last_used_at: string | null;
};

export type Service = {
  service_id: string;
  /** The EMR's id; null until the EMR has created the record */
  emr_service_id: string | null;
  /** The EMR's id; null until the EMR has created the record */
  emr_episode_id: string | null;
  patient_mrn: string;
  patient_name: PatientName;
  team: string;
  service_type: string;
  form_id: string;
  /** By EMR question id */
  answers: Record<string, string>;
  /** YYYY-MM-DD */
  service_date: string;
  /** Total that the EMR derived from the answers to a scored form (interface 3.2); null if it shows none */
  score: number | null;
  /** Risk band that the EMR derived with the total; null if it shows none */
  risk_band: string | null;
  /** The job that writes the record */
  job_id: number;
  /** Status of that job */
  status: JobStatus;
  /** ISO 8601 */
  created_at: string;
};

export type ServiceCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "service.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the service here: a UUID without dashes */
    service_id: string;
    emr_service_id: string;
    emr_episode_id: string;
    patient_mrn: string;
  };
};

export type ServiceFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "service.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the service here: a UUID without dashes */
    service_id: string;
    emr_service_id: null;
    patient_mrn: string;
    failure_reason: string;
  };
};

export type Session = {
  id: string;
  /** Browser and system, such as Firefox on Windows */
  device: string;
  /** Network address of the sign-in */
  address: string | null;
  /** ISO 8601: the sign-in */
  started_at: string;
  /** ISO 8601: last activity, to the minute */
  seen_at: string;
  /** True for the session of this request */
  current: boolean;
};

/** Why the EMR's present state of the record cannot be read: the record is shown as it was read last. Null otherwise */
export type SetAside = string | null;

export type SetAsideRecord = {
  kind:
    | "settings"
    | "locations"
    | "providers"
    | "visit_types"
    | "staff"
    | "referring_providers"
    | "forms"
    | "patients"
    | "appointments"
    | "claims"
    | "referrals"
    | "recalls"
    | "documents";
  /** The EMR's id, or the record's place in its page */
  ehr_id: string;
  reason: string;
  /** ISO 8601 */
  at: string;
};

export type Settings = {
  timezone: string;
  emr_type: string;
  /** Capabilities of the EMR */
  capabilities: string[];
  required_patient_fields: string[];
  payment_methods: NamedItem[];
  note_categories: NamedItem[];
  referral_statuses: NamedItem[];
  specialties: NamedItem[];
  task_types: NamedItem[];
  task_details: NamedItem[];
  phone_call_types: NamedItem[];
  staff_groups: NamedItem[];
  recall_actions: NamedItem[];
  recall_closing_actions: NamedItem[];
  teams: {
    id: string;
    name: string;
    service_types: {
      id: string;
      name: string;
      form_id: string | null;
    }[];
  }[];
  insurance_companies: NamedItem[];
  pharmacies: NamedItem[];
  synced_at: string | null;
  /** Ids of the operations that may write to the EMR; null if all may */
  writes: string[] | null;
  /** What receipts say of the clinic; null where nothing is entered */
  clinic: Clinic;
  /** Names of payment methods for which the console fills in a reference number by itself */
  methods_without_reference: string[];
};

export type ShiftNote = {
  id: string;
  /** As it was written; lines are separated by `\n` */
  text: string;
  /** `emr_id` of the location whose desk it is for; null for all desks */
  location_id: string | null;
  /** The name of the person who wrote it, as of then */
  author: string;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601: 7 days later, when it is deleted */
  expires_at: string;
};

export type ShownEmbedTheme = {
  scheme?: "light" | "dark" | "system";
  variables?: {
    canvas?: string;
    surface?: string;
    raised?: string;
    sunken?: string;
    hover?: string;
    line?: string;
    "line-strong"?: string;
    fg?: string;
    muted?: string;
    faint?: string;
    accent?: string;
    "accent-strong"?: string;
    "accent-on"?: string;
    "accent-soft"?: string;
    "accent-text"?: string;
    "radius-sm"?: string;
    "radius-md"?: string;
    "radius-lg"?: string;
    "font-text"?: string;
  };
};

export type SignInRules = {
  /** Whether people who sign in by password need a second factor. Those without one set it up at their next sign-in */
  second_factor_required: boolean;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
};

export type StaffMember = {
  id: string;
  ehr_id: string;
  first_name: string;
  last_name: string;
  role: string;
  email: string;
  set_aside: SetAside;
};

export type SyncCompletedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "sync.completed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    linked_account_id: string;
    /** Kinds of records that were read for the first time */
    kinds: string[];
    /** Records of these kinds */
    rows: number;
  };
};

export type SyncDegradedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "sync.degraded";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    linked_account_id: string;
    /** Kinds of records */
    kinds: string[];
    reason: string;
  };
};

export type SyncKind = {
  kind:
    | "settings"
    | "locations"
    | "providers"
    | "visit_types"
    | "staff"
    | "referring_providers"
    | "forms"
    | "patients"
    | "appointments"
    | "claims"
    | "referrals"
    | "recalls"
    | "documents";
  /** `degraded`: its last readings failed. `held`: the EMR returned suspiciously few records, and nothing was removed */
  status: "waiting" | "running" | "fresh" | "degraded" | "held";
  /** Records of the reading in progress, or of the last one */
  rows: number;
  pages: number;
  /** Records of the whole reading, if the EMR states it */
  total: number | null;
  /** Records per second of the reading; null before its second page */
  rate: number | null;
  /** Records that could not be stored */
  set_aside: number;
  /** True if no record of the kind is shown; false for the settings */
  empty: boolean;
  /** ISO 8601 */
  began_at: string | null;
  /** ISO 8601: end of the last complete reading; null before the first */
  synced_at: string | null;
  /** Seconds between two readings of what changed, of visits also those of today and the next seven days; null if the nightly sync alone reads the kind */
  every_seconds: number | null;
  /** True if the EMR tells of each change of the kind at once, too: it is subscribed to, and took that */
  told: boolean;
  /** Why the kind is waiting, degraded or held */
  reason: string | null;
  /** How the kind was last read otherwise than it could have been */
  note: string | null;
  /** Numbers of the short answer: stored records, and those of them that the EMR returned */
  held: {
    stored: number;
    seen: number;
  } | null;
};

export type SyncRecoveredEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "sync.recovered";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    linked_account_id: string;
    /** Kinds of records */
    kinds: string[];
    reason: string;
  };
};

export type Task = {
  task_id: string;
  /** The EMR's id; null until the EMR has created the record */
  emr_task_id: string | null;
  patient_mrn: string;
  patient_name: PatientName;
  description: string;
  subject: string | null;
  assignee_user_id: string | null;
  phone_call_type_id: string | null;
  notify_list: string[];
  location_id: string | null;
  task_type: string | null;
  details: string | null;
  assigned_to: string | null;
  facility_id: string | null;
  due_date: string | null;
  /** YYYY-MM-DD */
  start_date: string;
  priority: "Low" | "Normal" | "High";
  /** The job that writes the record */
  job_id: number;
  /** Status of that job */
  status: JobStatus;
  /** ISO 8601 */
  created_at: string;
};

export type TaskCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "task.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the task here: a UUID without dashes */
    task_id: string;
    emr_task_id: string;
    patient_mrn: string;
  };
};

export type TaskFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "task.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the task here: a UUID without dashes */
    task_id: string;
    failure_reason: string;
  };
};

export type TestWebhookEndpointAnswer = {
  success: true;
  message: string;
  event_id: string;
  warnings?: UnknownFields;
};

export type TestWebhookEndpointRequest = {
  /** `data` of the event; by default it names the endpoint */
  data?: Record<string, unknown> | undefined;
};

export type Timestamp = string;

/** Unknown fields of the body and query parameters, which were not used, each with the field that was probably meant; absent if there are none. An API client whose `unknown_fields` is `refuse` gets 400 instead, and nothing is saved */
export type UnknownFields = string[];

export type UpdateApiClientAnswer = {
  success: true;
  message: string;
  api_client: ApiClient;
  warnings?: UnknownFields;
};

export type UpdateApiClientRequest = {
  name?: string | undefined;
  /** Handling of requests with unknown fields: `warn` accepts them and lists the fields in `warnings`, `refuse` answers 400 and saves nothing; default `warn` */
  unknown_fields?: ("warn" | "refuse") | undefined;
  /** Whether it has `linked-accounts:link`: it may let its customers link their EMRs by link tokens; false until an admin switches it on. Only an admin's session may change it */
  may_link?: boolean | undefined;
};

export type UpdateAppointmentAnswer = {
  success: true;
  message: string;
  /** The EMR's id of the appointment */
  emr_appointment_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type UpdateAppointmentRequest = {
  /** `emr_appointment_id` of an appointment from GET /appointments */
  emr_appointment_id: string;
  /** `code` of GET /visit-statuses */
  status: string;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type UpdateLinkedAccountAnswer = {
  success: true;
  message: string;
  linked_account: ManagedLinkedAccount;
  warnings?: UnknownFields;
};

export type UpdateLinkedAccountRequest = {
  name?: string | undefined;
  /** Minutes between two readings of what changed in the EMR; 0: the nightly sync alone */
  sync_interval_minutes?: number | undefined;
  active?: boolean | undefined;
  /** Your own id of the account's customer, which its events carry from now on; all that `client_id` and `client_secret` alone may change */
  access_token_reference_id?: string | undefined;
  /** Replaces the connection; secrets that are left out keep their values if the address stays; null removes an optional one */
  connection?: Record<string, unknown> | undefined;
  /** Ids of the operations that may write to the EMR; the others are switched off */
  writes?:
    | (
        | "appointments:book"
        | "appointments:change"
        | "appointments:cancel"
        | "payments:create"
        | "patient-notes:create"
        | "visit-notes:create"
        | "documents:create"
        | "referrals:update"
        | "referrals:create"
        | "recall-actions:create"
        | "appointments:update"
        | "services:create"
        | "patients:create"
        | "patients:update"
        | "patient-insurances:create"
        | "patient-insurances:update"
        | "orders:create"
        | "messages:create"
        | "tasks:create"
      )[]
    | undefined;
  /** Ids of operations that may write to the EMR from now on; the others stay as they are */
  switch_on?:
    | (
        | "appointments:book"
        | "appointments:change"
        | "appointments:cancel"
        | "payments:create"
        | "patient-notes:create"
        | "visit-notes:create"
        | "documents:create"
        | "referrals:update"
        | "referrals:create"
        | "recall-actions:create"
        | "appointments:update"
        | "services:create"
        | "patients:create"
        | "patients:update"
        | "patient-insurances:create"
        | "patient-insurances:update"
        | "orders:create"
        | "messages:create"
        | "tasks:create"
      )[]
    | undefined;
  /** Ids of operations that may not write to the EMR any more; the others stay as they are */
  switch_off?:
    | (
        | "appointments:book"
        | "appointments:change"
        | "appointments:cancel"
        | "payments:create"
        | "patient-notes:create"
        | "visit-notes:create"
        | "documents:create"
        | "referrals:update"
        | "referrals:create"
        | "recall-actions:create"
        | "appointments:update"
        | "services:create"
        | "patients:create"
        | "patients:update"
        | "patient-insurances:create"
        | "patient-insurances:update"
        | "orders:create"
        | "messages:create"
        | "tasks:create"
      )[]
    | undefined;
  /** Also tries writes when `connection` is sent, on records of its own that it removes */
  write_probes?: boolean | undefined;
  /** Id of your own probe of exactly this connection within the last 15 minutes, which is then not probed again; it stands for one linked account */
  probe_id?: string | undefined;
};

export type UpdateMySecondFactorAnswer = {
  success: true;
  message: string;
  second_factor: SecondFactor;
  warnings?: UnknownFields;
};

export type UpdateMySecondFactorRequest = {
  /** The person's name for it */
  name: string;
};

export type UpdatePatientAnswer = {
  success: true;
  message: string;
  patient_mrn: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type UpdatePatientInsuranceAnswer = {
  success: true;
  message: string;
  insurance_id: string;
  patient_mrn: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type UpdatePatientInsuranceRequest = {
  /** `id` of one of `insurance_companies` of GET /settings */
  payer_id?: string | undefined;
  payer_name?: string | undefined;
  member_id?: string | undefined;
  group_number?: string | undefined;
  /** 1 (primary) to 3 */
  priority?: number | undefined;
  /** What the patient is to the subscriber */
  relationship?: ("self" | "spouse" | "child" | "parent" | "other") | undefined;
  /** Name; required unless `self` */
  subscriber?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type UpdatePatientRequest = {
  /** "" removes it */
  phone?: string | undefined;
  /** "" removes it */
  mobile_phone?: string | undefined;
  /** "" removes it */
  email?: string | undefined;
  /** "" removes it */
  preferred_language?: string | undefined;
  /** Replaces the whole address: a part that is left out is removed */
  address?:
    | {
        street?: string | undefined;
        city?: string | undefined;
        state?: string | undefined;
        zip?: string | undefined;
      }
    | undefined;
  /** Replaces the whole contact */
  emergency_contact?:
    | {
        name: string;
        relationship?: string | undefined;
        phone?: string | undefined;
      }
    | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type UpdateProviderAnswer = {
  success: true;
  message: string;
  provider_id: string;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
  warnings?: UnknownFields;
};

export type UpdateProviderByEhrIdAnswer = {
  success: true;
  message: string;
  provider_id: string;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
  warnings?: UnknownFields;
};

export type UpdateProviderByEhrIdRequest = {
  /** Case-insensitive; the schedule of an inactive provider is not synced */
  status?: string | undefined;
  /** `true` hides the provider from GET /availability */
  hide_in_availability?: ("true" | "false") | undefined;
  /** The whole working schedule; replaces the previous one */
  hours?:
    | {
        day: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
        start_time: string;
        end_time: string;
        facility_id: string;
        /** Filled in from the location; a value in the request is ignored */
        facility_name?: (string | null) | undefined;
        /** First moment of the shift's validity; unlimited if omitted */
        start_date?: (string | null) | undefined;
        /** Last moment of the shift's validity; unlimited if omitted */
        end_date?: (string | null) | undefined;
      }[]
    | undefined;
  /** Stands in the job that reads the schedule of a provider who becomes active */
  metadata?: Metadata | undefined;
};

export type UpdateProviderRequest = {
  /** Case-insensitive; the schedule of an inactive provider is not synced */
  status?: string | undefined;
  /** `true` hides the provider from GET /availability */
  hide_in_availability?: ("true" | "false") | undefined;
  /** The whole working schedule; replaces the previous one */
  hours?:
    | {
        day: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
        start_time: string;
        end_time: string;
        facility_id: string;
        /** Filled in from the location; a value in the request is ignored */
        facility_name?: (string | null) | undefined;
        /** First moment of the shift's validity; unlimited if omitted */
        start_date?: (string | null) | undefined;
        /** Last moment of the shift's validity; unlimited if omitted */
        end_date?: (string | null) | undefined;
      }[]
    | undefined;
  /** Stands in the job that reads the schedule of a provider who becomes active */
  metadata?: Metadata | undefined;
};

export type UpdateReferralAnswer = {
  success: true;
  message: string;
  /** Id of the referral here: a UUID without dashes */
  referral_id: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type UpdateReferralRequest = {
  /** `routine`, `urgent` or `stat`, in any case */
  priority?: string | undefined;
  /** Label of the EMR's live status list, resolved at processing time, ignoring case and spacing */
  status?: string | undefined;
  reason?: string | undefined;
  /** Free text */
  notes?: string | undefined;
  prior_authorization_code?: string | undefined;
  /** Name of the EMR's live specialty list, resolved at processing time, ignoring case and spacing */
  specialty?: string | undefined;
  /** `emr_id` of a location from GET /locations; 404 if unknown */
  location_id?: string | undefined;
  /** YYYY-MM-DD, from 20 years ago to 20 years ahead */
  start_date?: string | undefined;
  /** YYYY-MM-DD, from 20 years ago to 20 years ahead, on or after `start_date` */
  end_date?: string | undefined;
  visits_allowed?: number | undefined;
  /** `ehr_id` of a staff member from GET /staff */
  assigned_to_id?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
};

export type UpdateSandboxBehaviorAnswer = {
  success: true;
  message: string;
  behavior: SandboxBehavior;
  warnings?: UnknownFields;
};

export type UpdateSandboxBehaviorRequest = {
  /** How long every call takes, in milliseconds */
  latency_ms?: number | undefined;
  /** How much longer each page of a list takes, in milliseconds */
  slow_page_ms?: number | undefined;
  /** How many records one page of a list has at most */
  page_records?: number | undefined;
  /** Share of calls that fail temporarily, 0 to 1 */
  fault_rate?: number | undefined;
  /** How long every list stays empty once an outage is over, in seconds */
  empty_after_outage_s?: number | undefined;
  /** The EMR refuses further calls until the minute ends; null for no limit */
  rate_limit_per_minute?: (number | null) | undefined;
  /** How long the minute of the limit lasts, in seconds: a shorter one speeds time up */
  rate_limit_window_s?: number | undefined;
  /** How the EMR refuses a call over the limit: `header` (429 with the time in a header), `body` (429 with the time in its text), `forbidden` (403 with a text about a limit) */
  limit_answer?: ("header" | "body" | "forbidden") | undefined;
  /** After this many calls the EMR refuses one as unauthorized; the next call gets a new token; null for tokens that last */
  token_calls?: (number | null) | undefined;
  /** Share of writes that the EMR saves before it cuts the connection, 0 to 1 */
  cut_after_commit_rate?: number | undefined;
  /** Share of writes that the EMR saves and answers with an error, 0 to 1 */
  error_after_commit_rate?: number | undefined;
  /** This list ends after half of its first page, without an error; null for none */
  short_kind?:
    | (
        | (
            | "locations"
            | "providers"
            | "visit_types"
            | "staff"
            | "referring_providers"
            | "forms"
            | "patients"
            | "appointments"
            | "claims"
            | "referrals"
            | "recalls"
            | "documents"
          )
        | null
      )
    | undefined;
  /** The first record of this list is broken; null for none */
  broken_kind?:
    | (
        | (
            | "locations"
            | "providers"
            | "visit_types"
            | "staff"
            | "referring_providers"
            | "forms"
            | "patients"
            | "appointments"
            | "claims"
            | "referrals"
            | "recalls"
            | "documents"
          )
        | null
      )
    | undefined;
  /** Fault of the broken record: `unreadable` (It cannot be read), `incomplete` (It lacks a required field) */
  broken_as?: ("unreadable" | "incomplete") | undefined;
  /** While true, every call fails with a transient error */
  outage?: boolean | undefined;
  /** Changes this share of the EMR's records at once, 0 to 1 */
  drift_rate?: number | undefined;
  /** While false, every operation is answered with 404 "User not found"; reads still work */
  user_active?: boolean | undefined;
};

export type UpdateSavedViewAnswer = {
  success: true;
  message: string;
  saved_view: SavedView;
  warnings?: UnknownFields;
};

export type UpdateSavedViewRequest = {
  /** Unique among the user's views of the list, ignoring case */
  name?: string | undefined;
  filters?: SavedViewFilters | undefined;
};

export type UpdateSettingsAnswer = {
  success: true;
  message: string;
  settings: Settings;
  warnings?: UnknownFields;
};

export type UpdateSettingsRequest = {
  /** Details that are not named stay; null removes one */
  clinic?:
    | {
        name?: (string | null) | undefined;
        address?: (string | null) | undefined;
        phone?: (string | null) | undefined;
        tax_id?: (string | null) | undefined;
      }
    | undefined;
  /** Names of `payment_methods`, which replace those chosen before */
  methods_without_reference?: string[] | undefined;
};

export type UpdateUserAnswer = {
  success: true;
  message: string;
  user: User;
  warnings?: UnknownFields;
};

export type UpdateUserRequest = {
  name?: string | undefined;
  role?: ("admin" | "staff") | undefined;
  active?: boolean | undefined;
};

export type UpdateVisitAnswer = {
  success: true;
  message: string;
  /** Id of the appointment here: a UUID without dashes */
  appointment_id: string;
  /** The EMR's id of the appointment; absent while its booking is unfinished */
  emr_appointment_id?: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type UpdateVisitByEmrIdAnswer = {
  success: true;
  message: string;
  /** Id of the appointment here: a UUID without dashes */
  appointment_id: string;
  /** The EMR's id of the appointment; absent while its booking is unfinished */
  emr_appointment_id?: string;
  job_id: number;
  warnings?: UnknownFields;
};

export type UpdateVisitByEmrIdRequest = {
  /** New beginning, ISO 8601 with an offset, or local in the account's time zone; today or later, from 1 years ago to 5 years ahead */
  datetime?: string | undefined;
  /** Minutes; default as they are */
  duration?: number | undefined;
  /** `ehr_id` of an active provider */
  provider_ehr_id?: string | undefined;
  /** `emr_id` of GET /locations */
  location_id?: string | undefined;
  /** `id` or `name` of GET /visit-types */
  appointment_type?: string | undefined;
  reason?: string | undefined;
  note?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type UpdateVisitRequest = {
  /** New beginning, ISO 8601 with an offset, or local in the account's time zone; today or later, from 1 years ago to 5 years ahead */
  datetime?: string | undefined;
  /** Minutes; default as they are */
  duration?: number | undefined;
  /** `ehr_id` of an active provider */
  provider_ehr_id?: string | undefined;
  /** `emr_id` of GET /locations */
  location_id?: string | undefined;
  /** `id` or `name` of GET /visit-types */
  appointment_type?: string | undefined;
  reason?: string | undefined;
  note?: string | undefined;
  /** URLs that receive the completion event besides the account's registered ones */
  callback_urls?: CallbackUrls | undefined;
  /** Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request */
  metadata?: Metadata | undefined;
};

export type UpdateVisitStatusMeaningsAnswer = {
  success: true;
  message: string;
  visit_status_meanings: VisitStatusMeaning[];
  warnings?: UnknownFields;
};

export type UpdateVisitStatusMeaningsRequest = {
  meanings: {
    /** `code` of GET /visit-statuses */
    code: string;
    /** null: it means none of these */
    meaning: ("booked" | "confirmed" | "arrived" | "in_room" | "done" | "no_show" | "cancelled") | null;
  }[];
};

export type UpdateWebhookEndpointAnswer = {
  success: true;
  message: string;
  webhook_endpoint: WebhookEndpoint;
  warnings?: UnknownFields;
};

export type UpdateWebhookEndpointRequest = {
  url?: string | undefined;
  description?: string | undefined;
  /** Empty: the types that the client is subscribed to */
  event_types?: string[] | undefined;
  /** `["standard"]`, or `["standard", "body_hmac"]`: then `signature_header` carries the hexadecimal HMAC-SHA256 of the bytes of the body, keyed with the text of the present secret as it is (`whsec_…`); after a rotation that is the new one at once. It shows who sent the body and that nobody has changed it, but not when: who has seen a delivery can send it again. Only `webhook-signature` covers the time and the id of the event */
  signature?: ("standard" | "body_hmac")[] | undefined;
  /** Name of the header with the `body_hmac`; null without one */
  signature_header?: (string | null) | undefined;
  status?: ("enabled" | "disabled") | undefined;
};

export type User = {
  id: string;
  email: string;
  name: string;
  role: "admin" | "staff";
  /** `invited` until the user has chosen a password, joined with one they had, or signed in through the organization's identity provider */
  status: "invited" | "active" | "deactivated";
  /** True if the user proves an authenticator app or a passkey after the password */
  second_factor: boolean;
  /** ISO 8601; null before the first sign-in */
  last_signed_in_at: string | null;
  /** ISO 8601 */
  created_at: string;
};

export type VisitNote = {
  visit_note_id: string;
  /** The EMR's id; null until the EMR has created the record */
  emr_note_id: string | null;
  appointment_id: string;
  emr_appointment_id: string;
  patient_mrn: string;
  patient_name: PatientName;
  subject: string;
  note: string;
  /** The job that writes the record */
  job_id: number;
  /** Status of that job */
  status: JobStatus;
  /** ISO 8601 */
  created_at: string;
};

export type VisitNoteCreatedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "visit_note.created";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the note here: a UUID without dashes */
    visit_note_id: string;
    emr_note_id: string;
    appointment_id: string;
    emr_appointment_id: string;
    patient_mrn: string;
    subject: string;
    note: string;
  };
};

export type VisitNoteFailedEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "visit_note.failed";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    /** Id of the note here: a UUID without dashes */
    visit_note_id: string;
    failure_reason: string;
  };
};

export type VisitStatus = {
  code: string;
  description: string;
};

export type VisitStatusMeaning = {
  code: string;
  description: string;
  /** Chosen by an admin, or known from the EMR; null while it is not mapped */
  meaning: ("booked" | "confirmed" | "arrived" | "in_room" | "done" | "no_show" | "cancelled") | null;
  /** The meaning that the EMR or the description suggests */
  proposal: ("booked" | "confirmed" | "arrived" | "in_room" | "done" | "no_show" | "cancelled") | null;
};

export type VisitStatusTime = {
  emr_appointment_id: string;
  /** `code` of GET /visit-statuses */
  status: string;
  /** ISO 8601: when this status was first seen here, by a change or a sync */
  since: string;
};

export type VisitType = {
  /** The EMR's id */
  id: string;
  /** The `appointment_type` of appointments */
  name: string;
  /** Minutes */
  duration: number;
  set_aside: SetAside;
};

export type WebhookEndpoint = {
  id: string;
  /** `organization`: it gets the events of all accounts of the organization, and `owner` is null */
  scope: "account" | "organization";
  url: string;
  description: string;
  /** The partner's own id of its owner, as it was registered; null without one */
  owner: string | null;
  /** Empty: the types that the client is subscribed to */
  event_types: string[];
  /** `standard`: Standard Webhooks, always. `body_hmac`: also `signature_header` */
  signature: ("standard" | "body_hmac")[];
  /** Header with the `body_hmac`; null without one */
  signature_header: string | null;
  status: "enabled" | "disabled";
  disabled_reason: string | null;
  /** ISO 8601 */
  created_at: string;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
};

export type WebhookEndpointFailingEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "webhook_endpoint.failing";
  job_id?: string;
  action?: "ehr_sync";
  data: {
    linked_account_id: string;
    endpoint_id: string;
    /** The partner's own id of the endpoint's owner; null without one */
    owner: string | null;
    /** ISO 8601 */
    failing_since: string;
    /** ISO 8601. A failure from then on disables the endpoint, unless a delivery succeeds before */
    disables_at: string;
  };
};

export type WebhookEndpointHealth = {
  endpoint_id: string;
  /** Deliveries that are sent once it is enabled */
  held: number;
  /** Deliveries not sent yet, or to be retried */
  waiting: number;
  /** Null while its deliveries succeed */
  failing_since: string | null;
  /** A failure from then on disables it; null while its deliveries succeed, and once it is disabled */
  disables_at: string | null;
  /** Until then the previous secret signs as well; null without one */
  previous_secret_until: string | null;
  attempts: number;
  /** Attempts answered with 2xx */
  succeeded: number;
  /** Null without attempts */
  duration_ms_median: number | null;
  /** Null without attempts */
  duration_ms_p95: number | null;
  /** Of the last seven days */
  last_failure: {
    /** ISO 8601 */
    at: string;
    event_id: string;
    /** Null without a response */
    status_code: number | null;
    error: string | null;
  } | null;
  /** Every hour or day of the span, oldest first */
  parts: {
    /** ISO 8601 */
    start: string;
    attempts: number;
    /** Attempts answered with 2xx */
    succeeded: number;
    /** Null without attempts */
    duration_ms_median: number | null;
    /** Null without attempts */
    duration_ms_p95: number | null;
  }[];
};

export type WebhookEndpointTestEvent = {
  id: string;
  access_token_reference_id?: string;
  object: "event";
  created: Timestamp;
  type: "webhook_endpoint.test";
  job_id?: string;
  action?: "ehr_sync";
  /** What its sender gave; by default `webhook_endpoint_id`, the endpoint's id */
  data: Record<string, unknown>;
};

export type WebhookEndpointWithSecret = {
  id: string;
  /** `organization`: it gets the events of all accounts of the organization, and `owner` is null */
  scope: "account" | "organization";
  url: string;
  description: string;
  /** The partner's own id of its owner, as it was registered; null without one */
  owner: string | null;
  /** Empty: the types that the client is subscribed to */
  event_types: string[];
  /** `standard`: Standard Webhooks, always. `body_hmac`: also `signature_header` */
  signature: ("standard" | "body_hmac")[];
  /** Header with the `body_hmac`; null without one */
  signature_header: string | null;
  status: "enabled" | "disabled";
  disabled_reason: string | null;
  /** ISO 8601 */
  created_at: string;
  /** Strong entity tag of the record as it is now: the `If-Match` of a change */
  etag: string;
  /** `whsec_…`, shown this once */
  secret: string;
};

export type WriteOperation = {
  operation: string;
  name: string;
  /** Whether it may write to the EMR of this account */
  on: boolean;
  support: "works" | "emulated" | "unsupported";
  /** How the operation works in this EMR, or why it is not possible */
  reason: string | null;
};

/** `data` of every event by its type. */
export interface EventData {
  "appointment.created": AppointmentCreatedEvent["data"];
  "appointment.failed": AppointmentFailedEvent["data"];
  "appointment.updated": AppointmentUpdatedEvent["data"];
  "appointment.cancelled": AppointmentCancelledEvent["data"];
  "payment.created": PaymentCreatedEvent["data"];
  "payment.failed": PaymentFailedEvent["data"];
  "patient_note.created": PatientNoteCreatedEvent["data"];
  "patient_note.failed": PatientNoteFailedEvent["data"];
  "visit_note.created": VisitNoteCreatedEvent["data"];
  "visit_note.failed": VisitNoteFailedEvent["data"];
  "document.created": DocumentCreatedEvent["data"];
  "document.failed": DocumentFailedEvent["data"];
  "claim.live_fetch_completed": ClaimLiveFetchCompletedEvent["data"];
  "claim.live_fetch_failed": ClaimLiveFetchFailedEvent["data"];
  "claim.created": ClaimCreatedEvent["data"];
  "claim.updated": ClaimUpdatedEvent["data"];
  "appointment.live_fetch_completed": AppointmentLiveFetchCompletedEvent["data"];
  "appointment.live_fetch_failed": AppointmentLiveFetchFailedEvent["data"];
  "patient.live_fetch_completed": PatientLiveFetchCompletedEvent["data"];
  "patient.live_fetch_failed": PatientLiveFetchFailedEvent["data"];
  "availability.live_fetch_completed": AvailabilityLiveFetchCompletedEvent["data"];
  "availability.live_fetch_failed": AvailabilityLiveFetchFailedEvent["data"];
  "org_settings.synced": OrgSettingsSyncedEvent["data"];
  "org_settings.sync_failed": OrgSettingsSyncFailedEvent["data"];
  "referral.updated": ReferralUpdatedEvent["data"];
  "referral.failed": ReferralFailedEvent["data"];
  "referral.created": ReferralCreatedEvent["data"];
  "recall_action.created": RecallActionCreatedEvent["data"];
  "recall_action.failed": RecallActionFailedEvent["data"];
  "service.created": ServiceCreatedEvent["data"];
  "service.failed": ServiceFailedEvent["data"];
  "order_catalog.searched": OrderCatalogSearchedEvent["data"];
  "order_catalog.search_failed": OrderCatalogSearchFailedEvent["data"];
  "patient.created": PatientCreatedEvent["data"];
  "patient.failed": PatientFailedEvent["data"];
  "patient.updated": PatientUpdatedEvent["data"];
  "patient_insurance.created": PatientInsuranceCreatedEvent["data"];
  "patient_insurance.failed": PatientInsuranceFailedEvent["data"];
  "patient_insurance.updated": PatientInsuranceUpdatedEvent["data"];
  "order.created": OrderCreatedEvent["data"];
  "order.failed": OrderFailedEvent["data"];
  "message.sent": MessageSentEvent["data"];
  "message.failed": MessageFailedEvent["data"];
  "task.created": TaskCreatedEvent["data"];
  "task.failed": TaskFailedEvent["data"];
  "sync.degraded": SyncDegradedEvent["data"];
  "sync.recovered": SyncRecoveredEvent["data"];
  "sync.completed": SyncCompletedEvent["data"];
  "webhook_endpoint.failing": WebhookEndpointFailingEvent["data"];
  "linked_account.created": LinkedAccountCreatedEvent["data"];
  "linked_account.login_required": LinkedAccountLoginRequiredEvent["data"];
  "linked_account.restored": LinkedAccountRestoredEvent["data"];
  "linked_account.unlinked": LinkedAccountUnlinkedEvent["data"];
  "appointment.changed": AppointmentChangedEvent["data"];
  "patient.changed": PatientChangedEvent["data"];
  "provider.changed": ProviderChangedEvent["data"];
  "location.changed": LocationChangedEvent["data"];
  "referral.changed": ReferralChangedEvent["data"];
  "recall.changed": RecallChangedEvent["data"];
  "document.changed": DocumentChangedEvent["data"];
  "webhook_endpoint.test": WebhookEndpointTestEvent["data"];
}

/** Every route: the fields of its input, and its answer. */
export interface Operations {
  /** List the organization's API clients */
  "GET /api-clients": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListApiClientsAnswer;
    row: ApiClient;
  };
  /** Create an API client */
  "POST /api-clients": { input: CreateApiClientRequest; answer: CreateApiClientAnswer };
  /** Revoke an API client */
  "DELETE /api-clients/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteApiClientAnswer;
  };
  /** Change an API client's name, its handling of unknown fields or whether it may link EMRs */
  "PATCH /api-clients/{id}": {
    input: {
      id: string | number;
    } & UpdateApiClientRequest;
    answer: UpdateApiClientAnswer;
  };
  /** Give an API client a new secret */
  "POST /api-clients/{id}/rotate-secret": {
    input: {
      id: string | number;
    };
    answer: RotateApiClientSecretAnswer;
  };
  /** List appointments, open slots and blocked times */
  "GET /appointments": {
    input: {
      /** YYYY-MM-DD, inclusive; required unless emr_appointment_id is given */
      start_date?: string | undefined;
      /** YYYY-MM-DD, inclusive; required unless emr_appointment_id is given */
      end_date?: string | undefined;
      /** Categories, comma-separated; default `appointment`; takes precedence over include_schedule_blocks */
      category?: ("appointment" | "schedule_slot" | "schedule_block")[] | undefined;
      /** Deprecated: `true` is category `appointment,schedule_block`
       * @deprecated */
      include_schedule_blocks?: boolean | undefined;
      /** A visit type's name */
      appointment_type?: string | undefined;
      patient_mrn?: string | undefined;
      /** In any format */
      patient_phone?: string | undefined;
      /** YYYY-MM-DD, from 1850 to today */
      patient_dob?: string | undefined;
      /** Part of the name, first or last name first */
      patient_name?: string | undefined;
      /** `true` also lists what began before and lasts into start_date */
      include_ongoing?: boolean | undefined;
      /** `true`: booked or moved here, overlapping others */
      double_booked?: boolean | undefined;
      /** `true` fills in `note` */
      include_appointment_note?: boolean | undefined;
      appointment_mode?: string | undefined;
      /** A visit status's code */
      status?: string | undefined;
      /** The rendering provider's id in the EMR */
      provider_ehr_id?: string | undefined;
      /** A location's `emr_id` */
      location_id?: string | undefined;
      /** The second provider's id in the EMR */
      secondary_provider_ehr_id?: string | undefined;
      /** One appointment by its id in the EMR */
      emr_appointment_id?: string | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListAppointmentsAnswer;
    row: Appointment;
  };
  /** Book a patient's visit in the EMR */
  "POST /appointments": { input: CreateAppointmentRequest; answer: CreateAppointmentAnswer };
  /** Set an appointment's status in the EMR */
  "PATCH /appointments": { input: UpdateAppointmentRequest; answer: UpdateAppointmentAnswer };
  /** Move a visit to another time or provider in the EMR, or change it */
  "PATCH /appointments/ehr/{emr_appointment_id}": {
    input: {
      emr_appointment_id: string | number;
    } & UpdateVisitByEmrIdRequest;
    answer: UpdateVisitByEmrIdAnswer;
  };
  /** Refresh appointments live from the EMR */
  "POST /appointments/fetch": { input: FetchAppointmentsRequest; answer: FetchAppointmentsAnswer };
  /** One appointment, open slot or blocked time */
  "GET /appointments/{id}": {
    input: {
      id: string | number;
      /** `true` fills in `note` */
      include_appointment_note?: boolean | undefined;
    };
    answer: GetAppointmentAnswer;
  };
  /** Move a visit to another time or provider in the EMR, or change it */
  "PATCH /appointments/{id}": {
    input: {
      id: string | number;
    } & UpdateVisitRequest;
    answer: UpdateVisitAnswer;
  };
  /** Cancel a visit in the EMR */
  "POST /appointments/{id}/cancel": {
    input: {
      id: string | number;
    } & CancelAppointmentRequest;
    answer: CancelAppointmentAnswer;
  };
  /** List the audit log of reads and changes, newest first */
  "GET /audit-log": {
    input: {
      /** Part of the actor's name, or the actor's id */
      actor?: string | undefined;
      /** The permission that was used or refused, such as an operation's id */
      action?: string | undefined;
      /** Only changes, or only reads, whether allowed or refused */
      kind?: ("changes" | "reads") | undefined;
      /** The record, by the variable part of the path */
      resource?: string | undefined;
      patient_mrn?: string | undefined;
      created_after?: Moment | undefined;
      /** On or after `created_after` */
      created_before?: Moment | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListAuditLogAnswer;
    row: AuditEntry;
  };
  /** List open slots of active providers that are not hidden, or the gaps in their hours */
  "GET /availability": {
    input: {
      /** A provider's id here, with or without dashes */
      provider_id?: string | undefined;
      /** A provider's id in the EMR */
      provider_ehr_id?: string | undefined;
      /** Providers' ids in the EMR, comma-separated, at most 200 */
      provider_ehr_ids?: string[] | undefined;
      /** A location's `emr_id` */
      location_id?: string | undefined;
      /** Locations' `emr_id`s, comma-separated, at most 200 */
      location_ids?: string[] | undefined;
      /** A visit type's name */
      appointment_type?: string | undefined;
      /** `slots`: the EMR's open slots. `gaps`: what visits, blocks and pending bookings leave of the providers' `hours` from now on */
      method?: ("slots" | "gaps") | undefined;
      /** Minutes that slots last at least, and by which gaps are cut; without it by those of `appointment_type`, or not */
      duration?: number | undefined;
      /** Minutes that gaps keep free around what is taken and between openings */
      buffer?: number | undefined;
      /** HH:MM at the clinic: begins then or later */
      earliest?: string | undefined;
      /** HH:MM at the clinic: ends then or earlier, on the same day */
      latest?: string | undefined;
      /** YYYY-MM-DD, inclusive */
      start_date: string;
      /** YYYY-MM-DD, inclusive; the range may have at most 62 days */
      end_date: string;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListAvailabilityAnswer;
    row: OpenSlot;
  };
  /** Refresh open and blocked times live from the EMR */
  "POST /availability/fetch": { input: FetchAvailabilityRequest; answer: FetchAvailabilityAnswer };
  /** What has changed of the account's records, oldest first */
  "GET /changes": {
    input: {
      /** By default all that the caller may read */
      kinds?:
        | ("locations" | "providers" | "patients" | "documents" | "referrals" | "recalls" | "appointments")[]
        | undefined;
      /** `next_cursor` of an earlier answer, with whatever `kinds` */
      cursor?: string | undefined;
      /** Entries per answer, 1 to 1,000 */
      limit?: number | undefined;
    };
    answer: ListChangesAnswer;
    row: Change;
  };
  /** What has changed of a record or of a patient's records, newest first, with what was there before */
  "GET /changes/history": {
    input: {
      /** By default all that the caller may read */
      kinds?:
        | ("locations" | "providers" | "patients" | "documents" | "referrals" | "recalls" | "appointments")[]
        | undefined;
      /** Id here of one record */
      record_id?: string | undefined;
      /** The patient and the records that name them */
      patient_mrn?: string | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListChangeHistoryAnswer;
    row: PastChange;
  };
  /** List claims as of the last sync or fetch */
  "GET /claims": {
    input: {
      /** YYYY-MM-DD */
      service_date?: string | undefined;
      /** YYYY-MM-DD; claims of this service date or later */
      service_from?: string | undefined;
      /** YYYY-MM-DD, inclusive; on or after `service_from` */
      service_until?: string | undefined;
      /** EMR claim numbers (`emr_claim_id`), comma-separated */
      claim_ids?: string[] | undefined;
      patient_mrn?: string | undefined;
      /** A status code */
      claim_status?: string | undefined;
      /** Order: emr_claim_id, service_date, claim_status_description, total_charge, balance, updated_at; with a minus before it, the largest first */
      sort?:
        | (
            | "emr_claim_id"
            | "-emr_claim_id"
            | "service_date"
            | "-service_date"
            | "claim_status_description"
            | "-claim_status_description"
            | "total_charge"
            | "-total_charge"
            | "balance"
            | "-balance"
            | "updated_at"
            | "-updated_at"
          )
        | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListClaimsAnswer;
    row: Claim;
  };
  /** Refresh claims live from the EMR */
  "POST /claims/fetch": { input: FetchClaimsRequest; answer: FetchClaimsAnswer };
  /** List the closed days, newest first */
  "GET /day-closings": {
    input: {
      /** YYYY-MM-DD */
      date?: string | undefined;
      /** The EMR's id */
      location_id?: string | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListDayClosingsAnswer;
    row: DayClosing;
  };
  /** Close a day at a location */
  "POST /day-closings": { input: CreateDayClosingRequest; answer: CreateDayClosingAnswer };
  /** Get what a day's payments come to now */
  "GET /day-closings/preview": {
    input: {
      /** YYYY-MM-DD, a day at the clinic */
      date: string;
      /** `emr_id` of GET /locations, or a location that the day's payments name */
      location_id?: string | undefined;
    };
    answer: GetDayClosingPreviewAnswer;
  };
  /** Get a closed day, with the payments after the closing apart */
  "GET /day-closings/{id}": {
    input: {
      id: string | number;
    };
    answer: GetDayClosingAnswer;
  };
  /** List documents by patient, referral, name or type, newest first */
  "GET /documents": {
    input: {
      /** Part of the file name, in any case */
      query?: string | undefined;
      patient_mrn?: string | undefined;
      referral_id?: string | undefined;
      /** Exact, such as application/pdf */
      mime_type?: string | undefined;
      created_after?: Moment | undefined;
      /** On or after `created_after` */
      created_before?: Moment | undefined;
      /** Order: file_name, mime_type, size, created_at; with a minus before it, the largest first */
      sort?:
        | ("file_name" | "-file_name" | "mime_type" | "-mime_type" | "size" | "-size" | "created_at" | "-created_at")
        | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListDocumentsAnswer;
    row: Document;
  };
  /** File a document of a patient in the EMR */
  "POST /documents": { input: CreateDocumentRequest | CreateDocumentForm; answer: CreateDocumentAnswer };
  /** A document's file, unmodified */
  "GET /documents/{id}": {
    input: {
      id: string | number;
    };
    answer: Response;
  };
  /** List the encrypted downtime packets of the last week, newest first */
  "GET /downtime-packets": { input: Record<never, never>; answer: ListDowntimePacketsAnswer };
  /** Make an encrypted downtime packet of a day */
  "POST /downtime-packets": { input: CreateDowntimePacketRequest; answer: CreateDowntimePacketAnswer };
  /** Set the passphrase of the account's downtime packets */
  "PUT /downtime-packets/passphrase": {
    input: ReplaceDowntimePacketPassphraseRequest;
    answer: ReplaceDowntimePacketPassphraseAnswer;
  };
  /** Get a day's appointments, open referrals and recalls as of the last sync, for downtime */
  "GET /downtime-packets/sheet": {
    input: {
      /** YYYY-MM-DD: the day of the appointments */
      day: string;
    };
    answer: GetDowntimePacketSheetAnswer;
  };
  /** A downtime packet's file, encrypted */
  "GET /downtime-packets/{id}": {
    input: {
      id: string | number;
    };
    answer: Response;
  };
  /** List the drafts of assistants that wait for a person */
  "GET /drafts": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListDraftsAnswer;
    row: Draft;
  };
  /** Count the drafts of assistants that wait for a person */
  "GET /drafts/count": { input: Record<never, never>; answer: GetDraftCountAnswer };
  /** Discard a draft */
  "DELETE /drafts/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteDraftAnswer;
  };
  /** List the origins whose pages may frame embedded views */
  "GET /embed/origins": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListEmbedOriginsAnswer;
    row: EmbedOrigin;
  };
  /** Register an origin whose pages may frame embedded views */
  "POST /embed/origins": { input: CreateEmbedOriginRequest; answer: CreateEmbedOriginAnswer };
  /** Remove an origin */
  "DELETE /embed/origins/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteEmbedOriginAnswer;
  };
  /** Create a session for an embedded view */
  "POST /embed/sessions": { input: CreateEmbedSessionRequest; answer: CreateEmbedSessionAnswer };
  /** Get the view and the permissions of an embed session */
  "GET /embed/sessions/{id}": {
    input: {
      id: string | number;
    };
    answer: GetEmbedSessionAnswer;
  };
  /** Revoke an embed session */
  "DELETE /embed/sessions/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteEmbedSessionAnswer;
  };
  /** List the organization's apps at EMRs */
  "GET /emr-apps": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListEmrAppsAnswer;
  };
  /** Add an app at an EMR */
  "POST /emr-apps": { input: CreateEmrAppRequest; answer: CreateEmrAppAnswer };
  /** Remove an app at an EMR */
  "DELETE /emr-apps/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteEmrAppAnswer;
  };
  /** Begin a sign-in at an EMR */
  "POST /emr-authorizations": { input: CreateEmrAuthorizationRequest; answer: CreateEmrAuthorizationAnswer };
  /** Get what became of a sign-in at an EMR */
  "GET /emr-authorizations/{id}": {
    input: {
      id: string | number;
    };
    answer: GetEmrAuthorizationAnswer;
  };
  /** Find an EMR in the published directories of vendors */
  "GET /emr-directory": {
    input: {
      /** Words of the practice, its place, its brand, one of at least two characters; without it, the first EMRs by name */
      query?: string | undefined;
      /** EMRs, 1 to 50 */
      limit?: number | undefined;
    };
    answer: GetEmrDirectoryAnswer;
  };
  /** Check whether people can sign in at an EMR */
  "GET /emr-sign-in": {
    input: {
      /** Address of the FHIR server, as `base_url` of the connection */
      base_url: string;
    };
    answer: GetEmrSignInAnswer;
  };
  /** List events with their deliveries, newest first */
  "GET /events": {
    input: {
      /** Event types, comma-separated */
      event_types?:
        | (
            | "appointment.cancelled"
            | "appointment.changed"
            | "appointment.created"
            | "appointment.failed"
            | "appointment.live_fetch_completed"
            | "appointment.live_fetch_failed"
            | "appointment.updated"
            | "availability.live_fetch_completed"
            | "availability.live_fetch_failed"
            | "claim.created"
            | "claim.live_fetch_completed"
            | "claim.live_fetch_failed"
            | "claim.updated"
            | "document.changed"
            | "document.created"
            | "document.failed"
            | "linked_account.created"
            | "linked_account.login_required"
            | "linked_account.restored"
            | "linked_account.unlinked"
            | "location.changed"
            | "message.failed"
            | "message.sent"
            | "order.created"
            | "order.failed"
            | "order_catalog.search_failed"
            | "order_catalog.searched"
            | "org_settings.sync_failed"
            | "org_settings.synced"
            | "patient.changed"
            | "patient.created"
            | "patient.failed"
            | "patient.live_fetch_completed"
            | "patient.live_fetch_failed"
            | "patient.updated"
            | "patient_insurance.created"
            | "patient_insurance.failed"
            | "patient_insurance.updated"
            | "patient_note.created"
            | "patient_note.failed"
            | "payment.created"
            | "payment.failed"
            | "provider.changed"
            | "recall.changed"
            | "recall_action.created"
            | "recall_action.failed"
            | "referral.changed"
            | "referral.created"
            | "referral.failed"
            | "referral.updated"
            | "service.created"
            | "service.failed"
            | "sync.completed"
            | "sync.degraded"
            | "sync.recovered"
            | "task.created"
            | "task.failed"
            | "visit_note.created"
            | "visit_note.failed"
            | "webhook_endpoint.failing"
            | "webhook_endpoint.test"
          )[]
        | undefined;
      /** Events with a delivery of one of these statuses, comma-separated */
      delivery_status?: ("pending" | "succeeded" | "failed" | "held" | "refused")[] | undefined;
      /** Events sent to this webhook endpoint; with `delivery_status`, by the status of that delivery */
      endpoint_id?: string | undefined;
      job_id?: string | undefined;
      /** Events created at this time or later */
      created_after?: Moment | undefined;
      /** Events created at this time or earlier; not before `created_after` */
      created_before?: Moment | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListEventsAnswer;
    row: Event;
  };
  /** Send the events of a range again */
  "POST /events/redeliver": { input: RedeliverEventsRequest; answer: RedeliverEventsAnswer };
  /** One event with its deliveries and their attempts */
  "GET /events/{id}": {
    input: {
      id: string | number;
    };
    answer: GetEventAnswer;
  };
  /** One delivery of an event, with the heads and bodies of its attempts */
  "GET /events/{id}/deliveries/{delivery_id}": {
    input: {
      id: string | number;
      delivery_id: string | number;
    };
    answer: GetEventDeliveryAnswer;
  };
  /** Send an event again */
  "POST /events/{id}/redeliver": {
    input: {
      id: string | number;
    } & RedeliverEventRequest;
    answer: RedeliverEventAnswer;
  };
  /** List the forms that services are documented with */
  "GET /forms": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListFormsAnswer;
    row: Form;
  };
  /** Get a form with its questions */
  "GET /forms/{id}": {
    input: {
      id: string | number;
    };
    answer: GetFormAnswer;
  };
  /** List jobs, newest first */
  "GET /jobs": {
    input: {
      /** Only the job with this id */
      job_id?: string | undefined;
      /** Operation ids, comma-separated */
      type?:
        | (
            | "appointments:book"
            | "appointments:change"
            | "appointments:cancel"
            | "payments:create"
            | "patient-notes:create"
            | "visit-notes:create"
            | "documents:create"
            | "claims:fetch"
            | "appointments:fetch"
            | "patients:fetch"
            | "availability:fetch"
            | "org-settings:fetch"
            | "referrals:update"
            | "referrals:create"
            | "recall-actions:create"
            | "appointments:update"
            | "services:create"
            | "order-catalog:fetch"
            | "patients:create"
            | "patients:update"
            | "patient-insurances:create"
            | "patient-insurances:update"
            | "orders:create"
            | "messages:create"
            | "tasks:create"
            | "schedule_sync"
          )[]
        | undefined;
      /** Statuses, comma-separated */
      status?: ("queued" | "running" | "completed" | "failed" | "cancelled")[] | undefined;
      /** Only these jobs: ids, comma-separated, at most 500 */
      job_ids?: number[] | undefined;
      patient_mrn?: string | undefined;
      /** Whether the EMR may hold the write although its response was lost */
      ambiguous?: ("true" | "false") | undefined;
      /** `true`: only jobs that another job retries or corrects; `false`: only the others. With `status=failed`, `false` lists the open failures */
      retried?: ("true" | "false") | undefined;
      /** Whether the EMR refused the job's request for good */
      refused?: ("true" | "false") | undefined;
      /** Whether it has `warnings` */
      warned?: ("true" | "false") | undefined;
      /** Part of the name, or the id, of the person or API client that requested the job */
      actor?: string | undefined;
      /** Job id, or what `query` of GET /patients finds a patient by */
      query?: string | undefined;
      created_after?: Moment | undefined;
      /** On or after `created_after` */
      created_before?: Moment | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListJobsAnswer;
    row: Job;
  };
  /** Retry all failed jobs that match the filters */
  "POST /jobs/retry": { input: RetryJobsRequest; answer: RetryJobsAnswer };
  /** Counts and durations of jobs by hour, type and status */
  "GET /jobs/stats": {
    input: {
      /** Default: 24 hours ago */
      created_after?: Moment | undefined;
      /** Default: now; on or after `created_after` */
      created_before?: Moment | undefined;
    };
    answer: ListJobStatsAnswer;
  };
  /** One job: its request, outcome and timeline */
  "GET /jobs/{job_id}": {
    input: {
      job_id: string | number;
    };
    answer: GetJobAnswer;
  };
  /** Cancel a queued job */
  "POST /jobs/{job_id}/cancel": {
    input: {
      job_id: string | number;
    };
    answer: CancelJobAnswer;
  };
  /** Settle a job whose outcome in the EMR only a person can determine */
  "POST /jobs/{job_id}/reconcile": {
    input: {
      job_id: string | number;
    } & ReconcileJobRequest;
    answer: ReconcileJobAnswer;
  };
  /** Retry a failed job as a new job */
  "POST /jobs/{job_id}/retry": {
    input: {
      job_id: string | number;
    };
    answer: RetryJobAnswer;
  };
  /** List the links that were asked for, and what became of them */
  "GET /link-tokens": {
    input: {
      /** Only the links of this API client */
      api_client_id?: unknown | undefined;
      /** Only the links of this customer of the partner */
      user_id?: string | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListLinkTokensAnswer;
    row: ListedLinkToken;
  };
  /** Let a customer link their EMR */
  "POST /link-tokens": { input: CreateLinkTokenRequest; answer: CreateLinkTokenAnswer };
  /** Exchange a public token for an access token */
  "POST /link-tokens/exchange": { input: ExchangeLinkTokensRequest; answer: ExchangeLinkTokensAnswer };
  /** Get what a link asks for, and what became of it */
  "GET /link-tokens/{id}": {
    input: {
      id: string | number;
    };
    answer: GetLinkTokenAnswer;
  };
  /** Revoke a link token */
  "DELETE /link-tokens/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteLinkTokenAnswer;
  };
  /** Link an EMR by a link token */
  "POST /link-tokens/{id}/account": {
    input: {
      id: string | number;
    } & CreateLinkTokenAccountRequest;
    answer: CreateLinkTokenAccountAnswer;
  };
  /** Repair an account by a link token */
  "POST /link-tokens/{id}/repair": {
    input: {
      id: string | number;
    } & CreateLinkTokenRepairRequest;
    answer: CreateLinkTokenRepairAnswer;
  };
  /** List the organization's linked accounts */
  "GET /linked-accounts": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListLinkedAccountsAnswer;
    row: ManagedLinkedAccount;
  };
  /** Link an EMR */
  "POST /linked-accounts": { input: CreateLinkedAccountRequest; answer: CreateLinkedAccountAnswer };
  /** Try the connection to an EMR */
  "POST /linked-accounts/probe": { input: ProbeLinkedAccountsRequest; answer: ProbeLinkedAccountsAnswer };
  /** Get a linked account and the state of its EMR */
  "GET /linked-accounts/{id}": {
    input: {
      id: string | number;
    };
    answer: GetLinkedAccountAnswer;
  };
  /** Change a linked account: its name, reference, interval of readings, connection and writes; unlink it or link it again */
  "PATCH /linked-accounts/{id}": {
    input: {
      id: string | number;
    } & UpdateLinkedAccountRequest;
    answer: UpdateLinkedAccountAnswer;
  };
  /** End the link of an account to its EMR */
  "DELETE /linked-accounts/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteLinkedAccountAnswer;
  };
  /** Give a linked account a new access token */
  "POST /linked-accounts/{id}/rotate-token": {
    input: {
      id: string | number;
    };
    answer: RotateLinkedAccountTokenAnswer;
  };
  /** Have the EMR sign its events with a new secret */
  "POST /linked-accounts/{id}/rotate-webhook-secret": {
    input: {
      id: string | number;
    };
    answer: RotateLinkedAccountWebhookSecretAnswer;
  };
  /** How far, fresh and whole the sync of each kind of record is */
  "GET /linked-accounts/{id}/sync": {
    input: {
      id: string | number;
    };
    answer: GetLinkedAccountSyncAnswer;
  };
  /** Start or resume the sync of a linked account */
  "POST /linked-accounts/{id}/sync": {
    input: {
      id: string | number;
    } & CreateLinkedAccountSyncRequest;
    answer: CreateLinkedAccountSyncAnswer;
  };
  /** List the records that a sync could not store */
  "GET /linked-accounts/{id}/sync/set-aside": {
    input: {
      id: string | number;
      kind?:
        | (
            | "settings"
            | "locations"
            | "providers"
            | "visit_types"
            | "staff"
            | "referring_providers"
            | "forms"
            | "patients"
            | "appointments"
            | "claims"
            | "referrals"
            | "recalls"
            | "documents"
          )
        | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListLinkedAccountSyncSetAsideAnswer;
    row: SetAsideRecord;
  };
  /** List the locations of the practice */
  "GET /locations": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListLocationsAnswer;
    row: Location;
  };
  /** List the linked account's MCP tokens */
  "GET /mcp-tokens": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListMcpTokensAnswer;
    row: McpToken;
  };
  /** Create an MCP token */
  "POST /mcp-tokens": { input: CreateMcpTokenRequest; answer: CreateMcpTokenAnswer };
  /** Revoke an MCP token */
  "DELETE /mcp-tokens/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteMcpTokenAnswer;
  };
  /** Get the signed-in person and their sessions */
  "GET /me": { input: Record<never, never>; answer: GetMeAnswer };
  /** Choose which alerts one gets by mail */
  "PUT /me/alerts": { input: ReplaceMyAlertsRequest; answer: ReplaceMyAlertsAnswer };
  /** List what the signed-in person has granted to assistants */
  "GET /me/oauth-grants": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListMyOauthGrantsAnswer;
    row: OAuthGrant;
  };
  /** Revoke what the signed-in person has granted to an assistant */
  "DELETE /me/oauth-grants/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteMyOauthGrantAnswer;
  };
  /** Change the signed-in person's own password */
  "PUT /me/password": { input: ReplaceMyPasswordRequest; answer: ReplaceMyPasswordAnswer };
  /** Create new recovery codes for one's own account */
  "POST /me/recovery-codes": { input: CreateMyRecoveryCodeRequest; answer: CreateMyRecoveryCodeAnswer };
  /** Confirm one's own identity */
  "POST /me/second-factor/confirmation": {
    input: CreateMySecondFactorConfirmationRequest;
    answer: CreateMySecondFactorConfirmationAnswer;
  };
  /** Start to set up a second factor */
  "POST /me/second-factor/enrolments": {
    input: CreateMySecondFactorEnrolmentRequest;
    answer: CreateMySecondFactorEnrolmentAnswer;
  };
  /** Start a confirmation by passkey */
  "POST /me/second-factor/passkey-challenge": {
    input: Record<never, never>;
    answer: CreateMySecondFactorPasskeyChallengeAnswer;
  };
  /** Add a second factor to one's own account */
  "POST /me/second-factors": { input: CreateMySecondFactorRequest; answer: CreateMySecondFactorAnswer };
  /** Remove a second factor from one's own account */
  "DELETE /me/second-factors/{id}": {
    input: {
      id: string | number;
    } & DeleteMySecondFactorRequest;
    answer: DeleteMySecondFactorAnswer;
  };
  /** Rename a second factor of one's own account */
  "PATCH /me/second-factors/{id}": {
    input: {
      id: string | number;
    } & UpdateMySecondFactorRequest;
    answer: UpdateMySecondFactorAnswer;
  };
  /** Sign the person out on all other devices */
  "DELETE /me/sessions": { input: Record<never, never>; answer: DeleteMySessionsAnswer };
  /** Sign the person out on one device */
  "DELETE /me/sessions/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteMySessionAnswer;
  };
  /** List the messages sent through this interface, newest first */
  "GET /messages": {
    input: {
      /** Of this job */
      job_id?: unknown | undefined;
      /** Of the jobs */
      status?: ("queued" | "running" | "completed" | "failed" | "cancelled")[] | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListMessagesAnswer;
    row: Message;
  };
  /** Send a message to a provider */
  "POST /messages": { input: CreateMessageRequest; answer: CreateMessageAnswer };
  /** List what people have granted to assistants */
  "GET /oauth-grants": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListOauthGrantsAnswer;
    row: OAuthGrant;
  };
  /** Grant an assistant access to this linked account */
  "POST /oauth-grants": { input: CreateOauthGrantRequest; answer: CreateOauthGrantAnswer };
  /** Revoke what a person has granted to an assistant */
  "DELETE /oauth-grants/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteOauthGrantAnswer;
  };
  /** This document */
  "GET /openapi.json": { input: Record<never, never>; answer: OpenApiDocument };
  /** List the orders placed through this interface, newest first */
  "GET /orders": {
    input: {
      patient_mrn?: string | undefined;
      /** Of this job */
      job_id?: unknown | undefined;
      /** Of the jobs */
      status?: ("queued" | "running" | "completed" | "failed" | "cancelled")[] | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListOrdersAnswer;
    row: Order;
  };
  /** Order items of the catalog for a patient */
  "POST /orders": { input: CreateOrderRequest; answer: CreateOrderAnswer };
  /** List the order catalog items found by searches */
  "GET /orders/catalog": {
    input: {
      /** `lab`, `imaging` or `procedure` */
      type?: ("lab" | "imaging" | "procedure") | undefined;
      /** Up to 200, comma-separated */
      item_ids?: string[] | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListOrderCatalogAnswer;
    row: OrderCatalogItem;
  };
  /** Search the EMR's catalog of orderable items */
  "POST /orders/catalog/fetch": { input: FetchOrderCatalogRequest; answer: FetchOrderCatalogAnswer };
  /** Refresh providers, locations, visit types and other settings from the EMR */
  "POST /org-settings/fetch": { input: FetchOrgSettingsRequest; answer: FetchOrgSettingsAnswer };
  /** The organization's public keys, and where EMRs find them */
  "GET /organizations/keys": { input: Record<never, never>; answer: ListOrganizationKeysAnswer };
  /** Give the organization new keys for signing to EMRs */
  "POST /organizations/keys/rotate": { input: RotateOrganizationKeysRequest; answer: RotateOrganizationKeysAnswer };
  /** Whether people may grant assistants access by OAuth */
  "GET /organizations/oauth": { input: Record<never, never>; answer: GetOrganizationOauthAnswer };
  /** Set whether people may grant assistants access by OAuth */
  "PUT /organizations/oauth": { input: ReplaceOrganizationOauthRequest; answer: ReplaceOrganizationOauthAnswer };
  /** Get the organization's own OpenID provider */
  "GET /organizations/provider": { input: Record<never, never>; answer: GetOrganizationProviderAnswer };
  /** Remove the organization's own OpenID provider */
  "DELETE /organizations/provider": { input: Record<never, never>; answer: DeleteOrganizationProviderAnswer };
  /** Set the organization's own OpenID provider */
  "PUT /organizations/provider": {
    input: ReplaceOrganizationProviderRequest;
    answer: ReplaceOrganizationProviderAnswer;
  };
  /** What the organization asks of everyone who signs in */
  "GET /organizations/sign-in": { input: Record<never, never>; answer: GetOrganizationSignInAnswer };
  /** Set whether the organization requires a second factor */
  "PUT /organizations/sign-in": { input: ReplaceOrganizationSignInRequest; answer: ReplaceOrganizationSignInAnswer };
  /** Find the patients whom a typed text most likely means */
  "GET /patient-matches": {
    input: {
      /** Name, MRN, phone or birth date; without it, the first patients by name */
      query?: string | undefined;
      /** Exact MRNs, comma-separated, at most 200 */
      mrns?: string[] | undefined;
      /** Patients, 1 to 50 */
      limit?: number | undefined;
    };
    answer: ListPatientMatchesAnswer;
  };
  /** List the chart notes written through this interface, newest first */
  "GET /patient-notes": {
    input: {
      patient_mrn?: string | undefined;
      /** Of this job */
      job_id?: unknown | undefined;
      /** Of the jobs */
      status?: ("queued" | "running" | "completed" | "failed" | "cancelled")[] | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListPatientNotesAnswer;
    row: PatientNote;
  };
  /** Create a free-standing chart note on a patient */
  "POST /patient-notes": { input: CreatePatientNoteRequest; answer: CreatePatientNoteAnswer };
  /** Search patients by name, MRN, phone or date of birth */
  "GET /patients": {
    input: {
      /** Name, MRN, phone or birth date */
      query?: string | undefined;
      /** Exact MRNs, comma-separated, at most 200 */
      mrns?: string[] | undefined;
      /** Order: mrn, last_name; with a minus before it, the largest first */
      sort?: ("mrn" | "-mrn" | "last_name" | "-last_name") | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListPatientsAnswer;
    row: Patient;
  };
  /** Create a patient whom the EMR does not have */
  "POST /patients": { input: CreatePatientRequest; answer: CreatePatientAnswer };
  /** Refresh patients live from the EMR */
  "POST /patients/fetch": { input: FetchPatientsRequest; answer: FetchPatientsAnswer };
  /** One patient */
  "GET /patients/{mrn}": {
    input: {
      mrn: string | number;
    };
    answer: GetPatientAnswer;
  };
  /** Change a patient's contact data and address in the EMR */
  "PATCH /patients/{mrn}": {
    input: {
      mrn: string | number;
    } & UpdatePatientRequest;
    answer: UpdatePatientAnswer;
  };
  /** List the insurances of a patient created here, by priority */
  "GET /patients/{mrn}/insurances": {
    input: {
      mrn: string | number;
    };
    answer: ListPatientInsurancesAnswer;
  };
  /** Add an insurance of a patient */
  "POST /patients/{mrn}/insurances": {
    input: {
      mrn: string | number;
    } & CreatePatientInsuranceRequest;
    answer: CreatePatientInsuranceAnswer;
  };
  /** Change an insurance of a patient */
  "PATCH /patients/{mrn}/insurances/{id}": {
    input: {
      mrn: string | number;
      id: string | number;
    } & UpdatePatientInsuranceRequest;
    answer: UpdatePatientInsuranceAnswer;
  };
  /** List the payments posted through this interface, newest first */
  "GET /payments": {
    input: {
      patient_mrn?: string | undefined;
      /** Of this job */
      job_id?: unknown | undefined;
      /** Of the jobs */
      status?: ("queued" | "running" | "completed" | "failed" | "cancelled")[] | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListPaymentsAnswer;
    row: Payment;
  };
  /** Post a patient payment to the EMR ledger */
  "POST /payments": { input: CreatePaymentRequest; answer: CreatePaymentAnswer };
  /** List the providers of the practice */
  "GET /providers": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListProvidersAnswer;
    row: Provider;
  };
  /** Get one provider, by EMR id */
  "GET /providers/ehr/{ehr_id}": {
    input: {
      ehr_id: string | number;
    };
    answer: GetProviderByEhrIdAnswer;
  };
  /** Change a provider's status, visibility or hours, by EMR id */
  "PATCH /providers/ehr/{ehr_id}": {
    input: {
      ehr_id: string | number;
    } & UpdateProviderByEhrIdRequest;
    answer: UpdateProviderByEhrIdAnswer;
  };
  /** Get one provider */
  "GET /providers/{id}": {
    input: {
      id: string | number;
    };
    answer: GetProviderAnswer;
  };
  /** Change a provider's status, visibility or hours */
  "PATCH /providers/{id}": {
    input: {
      id: string | number;
    } & UpdateProviderRequest;
    answer: UpdateProviderAnswer;
  };
  /** List recalls with their actions */
  "GET /recalls": {
    input: {
      patient_mrn?: string | undefined;
      status?: ("open" | "closed") | undefined;
      /** YYYY-MM-DD; recalls due before this day */
      due_before?: string | undefined;
      /** Order: due_date, reason, status; with a minus before it, the largest first */
      sort?: ("due_date" | "-due_date" | "reason" | "-reason" | "status" | "-status") | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListRecallsAnswer;
    row: Recall;
  };
  /** Get a recall with its actions */
  "GET /recalls/{id}": {
    input: {
      id: string | number;
    };
    answer: GetRecallAnswer;
  };
  /** Add an action to a recall */
  "POST /recalls/{id}/actions": {
    input: {
      id: string | number;
    } & CreateRecallActionRequest;
    answer: CreateRecallActionAnswer;
  };
  /** List referrals, newest first */
  "GET /referrals": {
    input: {
      /** A label of the EMR's own list, whatever its case and spacing */
      status?: string | undefined;
      patient_mrn?: string | undefined;
      direction?: ("incoming" | "outgoing") | undefined;
      /** Order: created_at, updated_at, direction; with a minus before it, the largest first */
      sort?: ("created_at" | "-created_at" | "updated_at" | "-updated_at" | "direction" | "-direction") | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListReferralsAnswer;
    row: Referral;
  };
  /** Create a referral in the EMR */
  "POST /referrals": { input: CreateReferralRequest; answer: CreateReferralAnswer };
  /** One referral */
  "GET /referrals/{id}": {
    input: {
      id: string | number;
    };
    answer: GetReferralAnswer;
  };
  /** Update a referral in the EMR */
  "PATCH /referrals/{id}": {
    input: {
      id: string | number;
    } & UpdateReferralRequest;
    answer: UpdateReferralAnswer;
  };
  /** List active referring providers */
  "GET /referring-providers": {
    input: {
      /** Part of the name, case-insensitive */
      first_name?: string | undefined;
      /** Part of the name, case-insensitive */
      last_name?: string | undefined;
      /** In any format */
      phone?: string | undefined;
      /** In any format */
      fax?: string | undefined;
      /** Exact */
      npi?: string | undefined;
      /** Exact; finds a referring provider's service id by EMR id */
      emr_referring_provider_id?: string | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListReferringProvidersAnswer;
    row: ReferringProvider;
  };
  /** Get the behavior of the simulated EMR */
  "GET /sandbox/behavior": { input: Record<never, never>; answer: GetSandboxBehaviorAnswer };
  /** Set the behavior of the simulated EMR */
  "PATCH /sandbox/behavior": { input: UpdateSandboxBehaviorRequest; answer: UpdateSandboxBehaviorAnswer };
  /** List the records that the simulated EMR has stored for a job */
  "GET /sandbox/writes": {
    input: {
      job_id: string;
    };
    answer: ListSandboxWritesAnswer;
  };
  /** List the user's saved views of the account's lists, by name */
  "GET /saved-views": {
    input: {
      /** Only views of this list */
      list?:
        | (
            | "jobs"
            | "appointments"
            | "patients"
            | "providers"
            | "referrals"
            | "recalls"
            | "claims"
            | "documents"
            | "events"
            | "users"
            | "audit_log"
          )
        | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListSavedViewsAnswer;
    row: SavedView;
  };
  /** Save filters of one of the account's lists under a name */
  "POST /saved-views": { input: CreateSavedViewRequest; answer: CreateSavedViewAnswer };
  /** Delete a saved view */
  "DELETE /saved-views/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteSavedViewAnswer;
  };
  /** Rename a saved view, or replace its filters */
  "PATCH /saved-views/{id}": {
    input: {
      id: string | number;
    } & UpdateSavedViewRequest;
    answer: UpdateSavedViewAnswer;
  };
  /** List the organization's SCIM tokens */
  "GET /scim-tokens": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListScimTokensAnswer;
    row: ScimToken;
  };
  /** Create a SCIM token */
  "POST /scim-tokens": { input: CreateScimTokenRequest; answer: CreateScimTokenAnswer };
  /** Revoke a SCIM token */
  "DELETE /scim-tokens/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteScimTokenAnswer;
  };
  /** List the services created through this interface, newest first */
  "GET /services": {
    input: {
      patient_mrn?: string | undefined;
      /** Of this job */
      job_id?: unknown | undefined;
      /** Of the jobs */
      status?: ("queued" | "running" | "completed" | "failed" | "cancelled")[] | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListServicesAnswer;
    row: Service;
  };
  /** Create a service with the answers of its form, such as a PHQ-9 */
  "POST /services": { input: CreateServiceRequest; answer: CreateServiceAnswer };
  /** Get the account's settings as of the last sync */
  "GET /settings": { input: Record<never, never>; answer: GetSettingsAnswer };
  /** Set the clinic's details for receipts, and the payment methods without a reference number */
  "PATCH /settings": { input: UpdateSettingsRequest; answer: UpdateSettingsAnswer };
  /** List the notes that people have left the next shift, newest first */
  "GET /shift-notes": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListShiftNotesAnswer;
    row: ShiftNote;
  };
  /** Leave the next shift a note */
  "POST /shift-notes": { input: CreateShiftNoteRequest; answer: CreateShiftNoteAnswer };
  /** Take away a note of a shift */
  "DELETE /shift-notes/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteShiftNoteAnswer;
  };
  /** List the practice's staff */
  "GET /staff": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListStaffAnswer;
    row: StaffMember;
  };
  /** The event types that the API client is subscribed to */
  "GET /subscriptions": { input: Record<never, never>; answer: GetSubscriptionsAnswer };
  /** Set the event types that the API client is subscribed to */
  "PUT /subscriptions": { input: ReplaceSubscriptionsRequest; answer: ReplaceSubscriptionsAnswer };
  /** List the tasks created through this interface, newest first */
  "GET /tasks": {
    input: {
      patient_mrn?: string | undefined;
      /** Of this job */
      job_id?: unknown | undefined;
      /** Of the jobs */
      status?: ("queued" | "running" | "completed" | "failed" | "cancelled")[] | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListTasksAnswer;
    row: Task;
  };
  /** Create a task for a patient */
  "POST /tasks": { input: CreateTaskRequest; answer: CreateTaskAnswer };
  /** List the organization's users */
  "GET /users": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListUsersAnswer;
    row: User;
  };
  /** Invite a person */
  "POST /users": { input: CreateUserRequest; answer: CreateUserAnswer };
  /** Change a person's role, or deactivate or reactivate them */
  "PATCH /users/{id}": {
    input: {
      id: string | number;
    } & UpdateUserRequest;
    answer: UpdateUserAnswer;
  };
  /** Create a new link for choosing a password */
  "POST /users/{id}/invitation": {
    input: {
      id: string | number;
    };
    answer: CreateUserInvitationAnswer;
  };
  /** Remove a person's second factor */
  "DELETE /users/{id}/second-factor": {
    input: {
      id: string | number;
    };
    answer: DeleteUserSecondFactorAnswer;
  };
  /** List the visit notes written through this interface, newest first */
  "GET /visit-notes": {
    input: {
      patient_mrn?: string | undefined;
      /** Of this job */
      job_id?: unknown | undefined;
      /** Of the jobs */
      status?: ("queued" | "running" | "completed" | "failed" | "cancelled")[] | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListVisitNotesAnswer;
    row: VisitNote;
  };
  /** Create a note of a visit */
  "POST /visit-notes": { input: CreateVisitNoteRequest; answer: CreateVisitNoteAnswer };
  /** List the visit statuses with their meanings */
  "GET /visit-status-meanings": { input: Record<never, never>; answer: ListVisitStatusMeaningsAnswer };
  /** Set what the account's visit statuses mean */
  "PATCH /visit-status-meanings": { input: UpdateVisitStatusMeaningsRequest; answer: UpdateVisitStatusMeaningsAnswer };
  /** List since when the appointments of a day are known to have their statuses */
  "GET /visit-status-times": {
    input: {
      /** YYYY-MM-DD, in the account's time zone */
      date: string;
    };
    answer: ListVisitStatusTimesAnswer;
  };
  /** List the visit statuses configured for the account */
  "GET /visit-statuses": { input: Record<never, never>; answer: ListVisitStatusesAnswer };
  /** List the practice's visit types */
  "GET /visit-types": {
    input: {
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListVisitTypesAnswer;
    row: VisitType;
  };
  /** List the account's webhook endpoints */
  "GET /webhook-endpoints": {
    input: {
      /** Endpoints of this owner */
      owner?: string | undefined;
      /** Endpoints of this scope */
      scope?: ("account" | "organization") | undefined;
      /** `true` adds `total`, the number of all matching rows, to the answer */
      include_total?: ("true" | "false") | undefined;
      /** Rows per page, 1 to 5,000 */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
      cursor?: string | undefined;
      /** Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages */
      page?: number | undefined;
      /** Rows per numbered page, 1 to 1,000; 100 without it */
      page_size?: number | undefined;
    };
    answer: ListWebhookEndpointsAnswer;
    row: WebhookEndpoint;
  };
  /** Register a webhook URL */
  "POST /webhook-endpoints": { input: CreateWebhookEndpointRequest; answer: CreateWebhookEndpointAnswer };
  /** Health of the account's webhook endpoints: successes, latency and pending deliveries */
  "GET /webhook-endpoints/health": {
    input: {
      /** 24 hours by hour, or seven days by day, in the account's time zone */
      span?: ("day" | "week") | undefined;
    };
    answer: GetWebhookEndpointHealthAnswer;
  };
  /** One webhook endpoint */
  "GET /webhook-endpoints/{id}": {
    input: {
      id: string | number;
    };
    answer: GetWebhookEndpointAnswer;
  };
  /** Remove a webhook endpoint */
  "DELETE /webhook-endpoints/{id}": {
    input: {
      id: string | number;
    };
    answer: DeleteWebhookEndpointAnswer;
  };
  /** Change a webhook endpoint */
  "PATCH /webhook-endpoints/{id}": {
    input: {
      id: string | number;
    } & UpdateWebhookEndpointRequest;
    answer: UpdateWebhookEndpointAnswer;
  };
  /** Give a webhook endpoint a new secret */
  "POST /webhook-endpoints/{id}/rotate-secret": {
    input: {
      id: string | number;
    } & RotateWebhookEndpointSecretRequest;
    answer: RotateWebhookEndpointSecretAnswer;
  };
  /** Send a test event to a webhook endpoint */
  "POST /webhook-endpoints/{id}/test": {
    input: {
      id: string | number;
    } & TestWebhookEndpointRequest;
    answer: TestWebhookEndpointAnswer;
  };
}

/** The methods of a client. */
export interface Methods {
  apiClients: {
    /** List the organization's API clients. GET /api-clients */
    list: Call<Operations["GET /api-clients"]>;
    /** List the organization's API clients. GET /api-clients, row by row */
    each: Each<Operations["GET /api-clients"]>;
    /** Create an API client. POST /api-clients */
    create: Call<Operations["POST /api-clients"]>;
    /** Revoke an API client. DELETE /api-clients/{id} */
    delete: Call<Operations["DELETE /api-clients/{id}"]>;
    /** Change an API client's name, its handling of unknown fields or whether it may link EMRs. PATCH /api-clients/{id} */
    update: Call<Operations["PATCH /api-clients/{id}"]>;
    /** Give an API client a new secret. POST /api-clients/{id}/rotate-secret */
    rotateSecret: Call<Operations["POST /api-clients/{id}/rotate-secret"]>;
  };
  appointments: {
    /** List appointments, open slots and blocked times. GET /appointments */
    list: Call<Operations["GET /appointments"]>;
    /** List appointments, open slots and blocked times. GET /appointments, row by row */
    each: Each<Operations["GET /appointments"]>;
    /** Book a patient's visit in the EMR. POST /appointments */
    book: Call<Operations["POST /appointments"]>;
    /** Set an appointment's status in the EMR. PATCH /appointments */
    update: Call<Operations["PATCH /appointments"]>;
    ehr: {
      /** Move a visit to another time or provider in the EMR, or change it. PATCH /appointments/ehr/{emr_appointment_id} */
      change: Call<Operations["PATCH /appointments/ehr/{emr_appointment_id}"]>;
    };
    /** Refresh appointments live from the EMR. POST /appointments/fetch */
    fetch: Call<Operations["POST /appointments/fetch"]>;
    /** One appointment, open slot or blocked time. GET /appointments/{id} */
    get: Call<Operations["GET /appointments/{id}"]>;
    /** Move a visit to another time or provider in the EMR, or change it. PATCH /appointments/{id} */
    change: Call<Operations["PATCH /appointments/{id}"]>;
    /** Cancel a visit in the EMR. POST /appointments/{id}/cancel */
    cancel: Call<Operations["POST /appointments/{id}/cancel"]>;
  };
  auditLog: {
    /** List the audit log of reads and changes, newest first. GET /audit-log */
    list: Call<Operations["GET /audit-log"]>;
    /** List the audit log of reads and changes, newest first. GET /audit-log, row by row */
    each: Each<Operations["GET /audit-log"]>;
  };
  availability: {
    /** List open slots of active providers that are not hidden, or the gaps in their hours. GET /availability */
    list: Call<Operations["GET /availability"]>;
    /** List open slots of active providers that are not hidden, or the gaps in their hours. GET /availability, row by row */
    each: Each<Operations["GET /availability"]>;
    /** Refresh open and blocked times live from the EMR. POST /availability/fetch */
    fetch: Call<Operations["POST /availability/fetch"]>;
  };
  changes: {
    /** What has changed of the account's records, oldest first. GET /changes */
    list: Call<Operations["GET /changes"]>;
    /** What has changed of the account's records, oldest first. GET /changes, row by row */
    each: Each<Operations["GET /changes"]>;
    history: {
      /** What has changed of a record or of a patient's records, newest first, with what was there before. GET /changes/history */
      list: Call<Operations["GET /changes/history"]>;
      /** What has changed of a record or of a patient's records, newest first, with what was there before. GET /changes/history, row by row */
      each: Each<Operations["GET /changes/history"]>;
    };
  };
  claims: {
    /** List claims as of the last sync or fetch. GET /claims */
    list: Call<Operations["GET /claims"]>;
    /** List claims as of the last sync or fetch. GET /claims, row by row */
    each: Each<Operations["GET /claims"]>;
    /** Refresh claims live from the EMR. POST /claims/fetch */
    fetch: Call<Operations["POST /claims/fetch"]>;
  };
  dayClosings: {
    /** List the closed days, newest first. GET /day-closings */
    list: Call<Operations["GET /day-closings"]>;
    /** List the closed days, newest first. GET /day-closings, row by row */
    each: Each<Operations["GET /day-closings"]>;
    /** Close a day at a location. POST /day-closings */
    create: Call<Operations["POST /day-closings"]>;
    preview: {
      /** Get what a day's payments come to now. GET /day-closings/preview */
      get: Call<Operations["GET /day-closings/preview"]>;
    };
    /** Get a closed day, with the payments after the closing apart. GET /day-closings/{id} */
    get: Call<Operations["GET /day-closings/{id}"]>;
  };
  documents: {
    /** List documents by patient, referral, name or type, newest first. GET /documents */
    list: Call<Operations["GET /documents"]>;
    /** List documents by patient, referral, name or type, newest first. GET /documents, row by row */
    each: Each<Operations["GET /documents"]>;
    /** File a document of a patient in the EMR. POST /documents */
    create: Call<Operations["POST /documents"]>;
    /** A document's file, unmodified. GET /documents/{id} */
    get: Call<Operations["GET /documents/{id}"]>;
  };
  downtimePackets: {
    /** List the encrypted downtime packets of the last week, newest first. GET /downtime-packets */
    list: Call<Operations["GET /downtime-packets"]>;
    /** Make an encrypted downtime packet of a day. POST /downtime-packets */
    create: Call<Operations["POST /downtime-packets"]>;
    passphrase: {
      /** Set the passphrase of the account's downtime packets. PUT /downtime-packets/passphrase */
      replace: Call<Operations["PUT /downtime-packets/passphrase"]>;
    };
    sheet: {
      /** Get a day's appointments, open referrals and recalls as of the last sync, for downtime. GET /downtime-packets/sheet */
      get: Call<Operations["GET /downtime-packets/sheet"]>;
    };
    /** A downtime packet's file, encrypted. GET /downtime-packets/{id} */
    get: Call<Operations["GET /downtime-packets/{id}"]>;
  };
  drafts: {
    /** List the drafts of assistants that wait for a person. GET /drafts */
    list: Call<Operations["GET /drafts"]>;
    /** List the drafts of assistants that wait for a person. GET /drafts, row by row */
    each: Each<Operations["GET /drafts"]>;
    count: {
      /** Count the drafts of assistants that wait for a person. GET /drafts/count */
      get: Call<Operations["GET /drafts/count"]>;
    };
    /** Discard a draft. DELETE /drafts/{id} */
    delete: Call<Operations["DELETE /drafts/{id}"]>;
  };
  embed: {
    origins: {
      /** List the origins whose pages may frame embedded views. GET /embed/origins */
      list: Call<Operations["GET /embed/origins"]>;
      /** List the origins whose pages may frame embedded views. GET /embed/origins, row by row */
      each: Each<Operations["GET /embed/origins"]>;
      /** Register an origin whose pages may frame embedded views. POST /embed/origins */
      create: Call<Operations["POST /embed/origins"]>;
      /** Remove an origin. DELETE /embed/origins/{id} */
      delete: Call<Operations["DELETE /embed/origins/{id}"]>;
    };
    sessions: {
      /** Create a session for an embedded view. POST /embed/sessions */
      create: Call<Operations["POST /embed/sessions"]>;
      /** Get the view and the permissions of an embed session. GET /embed/sessions/{id} */
      get: Call<Operations["GET /embed/sessions/{id}"]>;
      /** Revoke an embed session. DELETE /embed/sessions/{id} */
      delete: Call<Operations["DELETE /embed/sessions/{id}"]>;
    };
  };
  emrApps: {
    /** List the organization's apps at EMRs. GET /emr-apps */
    get: Call<Operations["GET /emr-apps"]>;
    /** Add an app at an EMR. POST /emr-apps */
    create: Call<Operations["POST /emr-apps"]>;
    /** Remove an app at an EMR. DELETE /emr-apps/{id} */
    delete: Call<Operations["DELETE /emr-apps/{id}"]>;
  };
  emrAuthorizations: {
    /** Begin a sign-in at an EMR. POST /emr-authorizations */
    create: Call<Operations["POST /emr-authorizations"]>;
    /** Get what became of a sign-in at an EMR. GET /emr-authorizations/{id} */
    get: Call<Operations["GET /emr-authorizations/{id}"]>;
  };
  emrDirectory: {
    /** Find an EMR in the published directories of vendors. GET /emr-directory */
    get: Call<Operations["GET /emr-directory"]>;
  };
  emrSignIn: {
    /** Check whether people can sign in at an EMR. GET /emr-sign-in */
    get: Call<Operations["GET /emr-sign-in"]>;
  };
  events: {
    /** List events with their deliveries, newest first. GET /events */
    list: Call<Operations["GET /events"]>;
    /** List events with their deliveries, newest first. GET /events, row by row */
    each: Each<Operations["GET /events"]>;
    /** Send the events of a range again. POST /events/redeliver */
    redeliverAll: Call<Operations["POST /events/redeliver"]>;
    /** One event with its deliveries and their attempts. GET /events/{id} */
    get: Call<Operations["GET /events/{id}"]>;
    deliveries: {
      /** One delivery of an event, with the heads and bodies of its attempts. GET /events/{id}/deliveries/{delivery_id} */
      get: Call<Operations["GET /events/{id}/deliveries/{delivery_id}"]>;
    };
    /** Send an event again. POST /events/{id}/redeliver */
    redeliver: Call<Operations["POST /events/{id}/redeliver"]>;
  };
  forms: {
    /** List the forms that services are documented with. GET /forms */
    list: Call<Operations["GET /forms"]>;
    /** List the forms that services are documented with. GET /forms, row by row */
    each: Each<Operations["GET /forms"]>;
    /** Get a form with its questions. GET /forms/{id} */
    get: Call<Operations["GET /forms/{id}"]>;
  };
  jobs: {
    /** List jobs, newest first. GET /jobs */
    list: Call<Operations["GET /jobs"]>;
    /** List jobs, newest first. GET /jobs, row by row */
    each: Each<Operations["GET /jobs"]>;
    /** Retry all failed jobs that match the filters. POST /jobs/retry */
    retryAll: Call<Operations["POST /jobs/retry"]>;
    stats: {
      /** Counts and durations of jobs by hour, type and status. GET /jobs/stats */
      list: Call<Operations["GET /jobs/stats"]>;
    };
    /** One job: its request, outcome and timeline. GET /jobs/{job_id} */
    get: Call<Operations["GET /jobs/{job_id}"]>;
    /** Cancel a queued job. POST /jobs/{job_id}/cancel */
    cancel: Call<Operations["POST /jobs/{job_id}/cancel"]>;
    /** Settle a job whose outcome in the EMR only a person can determine. POST /jobs/{job_id}/reconcile */
    reconcile: Call<Operations["POST /jobs/{job_id}/reconcile"]>;
    /** Retry a failed job as a new job. POST /jobs/{job_id}/retry */
    retry: Call<Operations["POST /jobs/{job_id}/retry"]>;
  };
  linkTokens: {
    /** List the links that were asked for, and what became of them. GET /link-tokens */
    list: Call<Operations["GET /link-tokens"]>;
    /** List the links that were asked for, and what became of them. GET /link-tokens, row by row */
    each: Each<Operations["GET /link-tokens"]>;
    /** Let a customer link their EMR. POST /link-tokens */
    create: Call<Operations["POST /link-tokens"]>;
    /** Exchange a public token for an access token. POST /link-tokens/exchange */
    exchange: Call<Operations["POST /link-tokens/exchange"]>;
    /** Get what a link asks for, and what became of it. GET /link-tokens/{id} */
    get: Call<Operations["GET /link-tokens/{id}"]>;
    /** Revoke a link token. DELETE /link-tokens/{id} */
    delete: Call<Operations["DELETE /link-tokens/{id}"]>;
    /** Link an EMR by a link token. POST /link-tokens/{id}/account */
    account: Call<Operations["POST /link-tokens/{id}/account"]>;
    /** Repair an account by a link token. POST /link-tokens/{id}/repair */
    repair: Call<Operations["POST /link-tokens/{id}/repair"]>;
  };
  linkedAccounts: {
    /** List the organization's linked accounts. GET /linked-accounts */
    list: Call<Operations["GET /linked-accounts"]>;
    /** List the organization's linked accounts. GET /linked-accounts, row by row */
    each: Each<Operations["GET /linked-accounts"]>;
    /** Link an EMR. POST /linked-accounts */
    create: Call<Operations["POST /linked-accounts"]>;
    /** Try the connection to an EMR. POST /linked-accounts/probe */
    probe: Call<Operations["POST /linked-accounts/probe"]>;
    /** Get a linked account and the state of its EMR. GET /linked-accounts/{id} */
    get: Call<Operations["GET /linked-accounts/{id}"]>;
    /** Change a linked account: its name, reference, interval of readings, connection and writes; unlink it or link it again. PATCH /linked-accounts/{id} */
    update: Call<Operations["PATCH /linked-accounts/{id}"]>;
    /** End the link of an account to its EMR. DELETE /linked-accounts/{id} */
    delete: Call<Operations["DELETE /linked-accounts/{id}"]>;
    /** Give a linked account a new access token. POST /linked-accounts/{id}/rotate-token */
    rotateToken: Call<Operations["POST /linked-accounts/{id}/rotate-token"]>;
    /** Have the EMR sign its events with a new secret. POST /linked-accounts/{id}/rotate-webhook-secret */
    rotateWebhookSecret: Call<Operations["POST /linked-accounts/{id}/rotate-webhook-secret"]>;
    sync: {
      /** How far, fresh and whole the sync of each kind of record is. GET /linked-accounts/{id}/sync */
      get: Call<Operations["GET /linked-accounts/{id}/sync"]>;
      /** Start or resume the sync of a linked account. POST /linked-accounts/{id}/sync */
      create: Call<Operations["POST /linked-accounts/{id}/sync"]>;
      setAside: {
        /** List the records that a sync could not store. GET /linked-accounts/{id}/sync/set-aside */
        list: Call<Operations["GET /linked-accounts/{id}/sync/set-aside"]>;
        /** List the records that a sync could not store. GET /linked-accounts/{id}/sync/set-aside, row by row */
        each: Each<Operations["GET /linked-accounts/{id}/sync/set-aside"]>;
      };
    };
  };
  locations: {
    /** List the locations of the practice. GET /locations */
    list: Call<Operations["GET /locations"]>;
    /** List the locations of the practice. GET /locations, row by row */
    each: Each<Operations["GET /locations"]>;
  };
  mcpTokens: {
    /** List the linked account's MCP tokens. GET /mcp-tokens */
    list: Call<Operations["GET /mcp-tokens"]>;
    /** List the linked account's MCP tokens. GET /mcp-tokens, row by row */
    each: Each<Operations["GET /mcp-tokens"]>;
    /** Create an MCP token. POST /mcp-tokens */
    create: Call<Operations["POST /mcp-tokens"]>;
    /** Revoke an MCP token. DELETE /mcp-tokens/{id} */
    delete: Call<Operations["DELETE /mcp-tokens/{id}"]>;
  };
  me: {
    /** Get the signed-in person and their sessions. GET /me */
    get: Call<Operations["GET /me"]>;
    alerts: {
      /** Choose which alerts one gets by mail. PUT /me/alerts */
      replace: Call<Operations["PUT /me/alerts"]>;
    };
    oauthGrants: {
      /** List what the signed-in person has granted to assistants. GET /me/oauth-grants */
      list: Call<Operations["GET /me/oauth-grants"]>;
      /** List what the signed-in person has granted to assistants. GET /me/oauth-grants, row by row */
      each: Each<Operations["GET /me/oauth-grants"]>;
      /** Revoke what the signed-in person has granted to an assistant. DELETE /me/oauth-grants/{id} */
      delete: Call<Operations["DELETE /me/oauth-grants/{id}"]>;
    };
    password: {
      /** Change the signed-in person's own password. PUT /me/password */
      replace: Call<Operations["PUT /me/password"]>;
    };
    /** Create new recovery codes for one's own account. POST /me/recovery-codes */
    recoveryCodes: Call<Operations["POST /me/recovery-codes"]>;
    secondFactor: {
      /** Confirm one's own identity. POST /me/second-factor/confirmation */
      confirmation: Call<Operations["POST /me/second-factor/confirmation"]>;
      /** Start to set up a second factor. POST /me/second-factor/enrolments */
      enrolments: Call<Operations["POST /me/second-factor/enrolments"]>;
      /** Start a confirmation by passkey. POST /me/second-factor/passkey-challenge */
      passkeyChallenge: Call<Operations["POST /me/second-factor/passkey-challenge"]>;
    };
    secondFactors: {
      /** Add a second factor to one's own account. POST /me/second-factors */
      create: Call<Operations["POST /me/second-factors"]>;
      /** Remove a second factor from one's own account. DELETE /me/second-factors/{id} */
      delete: Call<Operations["DELETE /me/second-factors/{id}"]>;
      /** Rename a second factor of one's own account. PATCH /me/second-factors/{id} */
      update: Call<Operations["PATCH /me/second-factors/{id}"]>;
    };
    sessions: {
      /** Sign the person out on all other devices. DELETE /me/sessions */
      deleteAll: Call<Operations["DELETE /me/sessions"]>;
      /** Sign the person out on one device. DELETE /me/sessions/{id} */
      delete: Call<Operations["DELETE /me/sessions/{id}"]>;
    };
  };
  messages: {
    /** List the messages sent through this interface, newest first. GET /messages */
    list: Call<Operations["GET /messages"]>;
    /** List the messages sent through this interface, newest first. GET /messages, row by row */
    each: Each<Operations["GET /messages"]>;
    /** Send a message to a provider. POST /messages */
    create: Call<Operations["POST /messages"]>;
  };
  oauthGrants: {
    /** List what people have granted to assistants. GET /oauth-grants */
    list: Call<Operations["GET /oauth-grants"]>;
    /** List what people have granted to assistants. GET /oauth-grants, row by row */
    each: Each<Operations["GET /oauth-grants"]>;
    /** Grant an assistant access to this linked account. POST /oauth-grants */
    create: Call<Operations["POST /oauth-grants"]>;
    /** Revoke what a person has granted to an assistant. DELETE /oauth-grants/{id} */
    delete: Call<Operations["DELETE /oauth-grants/{id}"]>;
  };
  openapi: {
    /** This document. GET /openapi.json */
    get: Call<Operations["GET /openapi.json"]>;
  };
  orders: {
    /** List the orders placed through this interface, newest first. GET /orders */
    list: Call<Operations["GET /orders"]>;
    /** List the orders placed through this interface, newest first. GET /orders, row by row */
    each: Each<Operations["GET /orders"]>;
    /** Order items of the catalog for a patient. POST /orders */
    create: Call<Operations["POST /orders"]>;
    catalog: {
      /** List the order catalog items found by searches. GET /orders/catalog */
      list: Call<Operations["GET /orders/catalog"]>;
      /** List the order catalog items found by searches. GET /orders/catalog, row by row */
      each: Each<Operations["GET /orders/catalog"]>;
      /** Search the EMR's catalog of orderable items. POST /orders/catalog/fetch */
      fetch: Call<Operations["POST /orders/catalog/fetch"]>;
    };
  };
  orgSettings: {
    /** Refresh providers, locations, visit types and other settings from the EMR. POST /org-settings/fetch */
    fetch: Call<Operations["POST /org-settings/fetch"]>;
  };
  organizations: {
    keys: {
      /** The organization's public keys, and where EMRs find them. GET /organizations/keys */
      list: Call<Operations["GET /organizations/keys"]>;
      /** Give the organization new keys for signing to EMRs. POST /organizations/keys/rotate */
      rotate: Call<Operations["POST /organizations/keys/rotate"]>;
    };
    oauth: {
      /** Whether people may grant assistants access by OAuth. GET /organizations/oauth */
      get: Call<Operations["GET /organizations/oauth"]>;
      /** Set whether people may grant assistants access by OAuth. PUT /organizations/oauth */
      replace: Call<Operations["PUT /organizations/oauth"]>;
    };
    provider: {
      /** Get the organization's own OpenID provider. GET /organizations/provider */
      get: Call<Operations["GET /organizations/provider"]>;
      /** Remove the organization's own OpenID provider. DELETE /organizations/provider */
      delete: Call<Operations["DELETE /organizations/provider"]>;
      /** Set the organization's own OpenID provider. PUT /organizations/provider */
      replace: Call<Operations["PUT /organizations/provider"]>;
    };
    signIn: {
      /** What the organization asks of everyone who signs in. GET /organizations/sign-in */
      get: Call<Operations["GET /organizations/sign-in"]>;
      /** Set whether the organization requires a second factor. PUT /organizations/sign-in */
      replace: Call<Operations["PUT /organizations/sign-in"]>;
    };
  };
  patientMatches: {
    /** Find the patients whom a typed text most likely means. GET /patient-matches */
    list: Call<Operations["GET /patient-matches"]>;
  };
  patientNotes: {
    /** List the chart notes written through this interface, newest first. GET /patient-notes */
    list: Call<Operations["GET /patient-notes"]>;
    /** List the chart notes written through this interface, newest first. GET /patient-notes, row by row */
    each: Each<Operations["GET /patient-notes"]>;
    /** Create a free-standing chart note on a patient. POST /patient-notes */
    create: Call<Operations["POST /patient-notes"]>;
  };
  patients: {
    /** Search patients by name, MRN, phone or date of birth. GET /patients */
    list: Call<Operations["GET /patients"]>;
    /** Search patients by name, MRN, phone or date of birth. GET /patients, row by row */
    each: Each<Operations["GET /patients"]>;
    /** Create a patient whom the EMR does not have. POST /patients */
    create: Call<Operations["POST /patients"]>;
    /** Refresh patients live from the EMR. POST /patients/fetch */
    fetch: Call<Operations["POST /patients/fetch"]>;
    /** One patient. GET /patients/{mrn} */
    get: Call<Operations["GET /patients/{mrn}"]>;
    /** Change a patient's contact data and address in the EMR. PATCH /patients/{mrn} */
    update: Call<Operations["PATCH /patients/{mrn}"]>;
    insurances: {
      /** List the insurances of a patient created here, by priority. GET /patients/{mrn}/insurances */
      list: Call<Operations["GET /patients/{mrn}/insurances"]>;
      /** Add an insurance of a patient. POST /patients/{mrn}/insurances */
      create: Call<Operations["POST /patients/{mrn}/insurances"]>;
      /** Change an insurance of a patient. PATCH /patients/{mrn}/insurances/{id} */
      update: Call<Operations["PATCH /patients/{mrn}/insurances/{id}"]>;
    };
  };
  payments: {
    /** List the payments posted through this interface, newest first. GET /payments */
    list: Call<Operations["GET /payments"]>;
    /** List the payments posted through this interface, newest first. GET /payments, row by row */
    each: Each<Operations["GET /payments"]>;
    /** Post a patient payment to the EMR ledger. POST /payments */
    create: Call<Operations["POST /payments"]>;
  };
  providers: {
    /** List the providers of the practice. GET /providers */
    list: Call<Operations["GET /providers"]>;
    /** List the providers of the practice. GET /providers, row by row */
    each: Each<Operations["GET /providers"]>;
    ehr: {
      /** Get one provider, by EMR id. GET /providers/ehr/{ehr_id} */
      get: Call<Operations["GET /providers/ehr/{ehr_id}"]>;
      /** Change a provider's status, visibility or hours, by EMR id. PATCH /providers/ehr/{ehr_id} */
      update: Call<Operations["PATCH /providers/ehr/{ehr_id}"]>;
    };
    /** Get one provider. GET /providers/{id} */
    get: Call<Operations["GET /providers/{id}"]>;
    /** Change a provider's status, visibility or hours. PATCH /providers/{id} */
    update: Call<Operations["PATCH /providers/{id}"]>;
  };
  recalls: {
    /** List recalls with their actions. GET /recalls */
    list: Call<Operations["GET /recalls"]>;
    /** List recalls with their actions. GET /recalls, row by row */
    each: Each<Operations["GET /recalls"]>;
    /** Get a recall with its actions. GET /recalls/{id} */
    get: Call<Operations["GET /recalls/{id}"]>;
    actions: {
      /** Add an action to a recall. POST /recalls/{id}/actions */
      create: Call<Operations["POST /recalls/{id}/actions"]>;
    };
  };
  referrals: {
    /** List referrals, newest first. GET /referrals */
    list: Call<Operations["GET /referrals"]>;
    /** List referrals, newest first. GET /referrals, row by row */
    each: Each<Operations["GET /referrals"]>;
    /** Create a referral in the EMR. POST /referrals */
    create: Call<Operations["POST /referrals"]>;
    /** One referral. GET /referrals/{id} */
    get: Call<Operations["GET /referrals/{id}"]>;
    /** Update a referral in the EMR. PATCH /referrals/{id} */
    update: Call<Operations["PATCH /referrals/{id}"]>;
  };
  referringProviders: {
    /** List active referring providers. GET /referring-providers */
    list: Call<Operations["GET /referring-providers"]>;
    /** List active referring providers. GET /referring-providers, row by row */
    each: Each<Operations["GET /referring-providers"]>;
  };
  sandbox: {
    behavior: {
      /** Get the behavior of the simulated EMR. GET /sandbox/behavior */
      get: Call<Operations["GET /sandbox/behavior"]>;
      /** Set the behavior of the simulated EMR. PATCH /sandbox/behavior */
      update: Call<Operations["PATCH /sandbox/behavior"]>;
    };
    writes: {
      /** List the records that the simulated EMR has stored for a job. GET /sandbox/writes */
      list: Call<Operations["GET /sandbox/writes"]>;
    };
  };
  savedViews: {
    /** List the user's saved views of the account's lists, by name. GET /saved-views */
    list: Call<Operations["GET /saved-views"]>;
    /** List the user's saved views of the account's lists, by name. GET /saved-views, row by row */
    each: Each<Operations["GET /saved-views"]>;
    /** Save filters of one of the account's lists under a name. POST /saved-views */
    create: Call<Operations["POST /saved-views"]>;
    /** Delete a saved view. DELETE /saved-views/{id} */
    delete: Call<Operations["DELETE /saved-views/{id}"]>;
    /** Rename a saved view, or replace its filters. PATCH /saved-views/{id} */
    update: Call<Operations["PATCH /saved-views/{id}"]>;
  };
  scimTokens: {
    /** List the organization's SCIM tokens. GET /scim-tokens */
    list: Call<Operations["GET /scim-tokens"]>;
    /** List the organization's SCIM tokens. GET /scim-tokens, row by row */
    each: Each<Operations["GET /scim-tokens"]>;
    /** Create a SCIM token. POST /scim-tokens */
    create: Call<Operations["POST /scim-tokens"]>;
    /** Revoke a SCIM token. DELETE /scim-tokens/{id} */
    delete: Call<Operations["DELETE /scim-tokens/{id}"]>;
  };
  services: {
    /** List the services created through this interface, newest first. GET /services */
    list: Call<Operations["GET /services"]>;
    /** List the services created through this interface, newest first. GET /services, row by row */
    each: Each<Operations["GET /services"]>;
    /** Create a service with the answers of its form, such as a PHQ-9. POST /services */
    create: Call<Operations["POST /services"]>;
  };
  settings: {
    /** Get the account's settings as of the last sync. GET /settings */
    get: Call<Operations["GET /settings"]>;
    /** Set the clinic's details for receipts, and the payment methods without a reference number. PATCH /settings */
    update: Call<Operations["PATCH /settings"]>;
  };
  shiftNotes: {
    /** List the notes that people have left the next shift, newest first. GET /shift-notes */
    list: Call<Operations["GET /shift-notes"]>;
    /** List the notes that people have left the next shift, newest first. GET /shift-notes, row by row */
    each: Each<Operations["GET /shift-notes"]>;
    /** Leave the next shift a note. POST /shift-notes */
    create: Call<Operations["POST /shift-notes"]>;
    /** Take away a note of a shift. DELETE /shift-notes/{id} */
    delete: Call<Operations["DELETE /shift-notes/{id}"]>;
  };
  staff: {
    /** List the practice's staff. GET /staff */
    list: Call<Operations["GET /staff"]>;
    /** List the practice's staff. GET /staff, row by row */
    each: Each<Operations["GET /staff"]>;
  };
  subscriptions: {
    /** The event types that the API client is subscribed to. GET /subscriptions */
    get: Call<Operations["GET /subscriptions"]>;
    /** Set the event types that the API client is subscribed to. PUT /subscriptions */
    replace: Call<Operations["PUT /subscriptions"]>;
  };
  tasks: {
    /** List the tasks created through this interface, newest first. GET /tasks */
    list: Call<Operations["GET /tasks"]>;
    /** List the tasks created through this interface, newest first. GET /tasks, row by row */
    each: Each<Operations["GET /tasks"]>;
    /** Create a task for a patient. POST /tasks */
    create: Call<Operations["POST /tasks"]>;
  };
  users: {
    /** List the organization's users. GET /users */
    list: Call<Operations["GET /users"]>;
    /** List the organization's users. GET /users, row by row */
    each: Each<Operations["GET /users"]>;
    /** Invite a person. POST /users */
    create: Call<Operations["POST /users"]>;
    /** Change a person's role, or deactivate or reactivate them. PATCH /users/{id} */
    update: Call<Operations["PATCH /users/{id}"]>;
    /** Create a new link for choosing a password. POST /users/{id}/invitation */
    invitation: Call<Operations["POST /users/{id}/invitation"]>;
    secondFactor: {
      /** Remove a person's second factor. DELETE /users/{id}/second-factor */
      delete: Call<Operations["DELETE /users/{id}/second-factor"]>;
    };
  };
  visitNotes: {
    /** List the visit notes written through this interface, newest first. GET /visit-notes */
    list: Call<Operations["GET /visit-notes"]>;
    /** List the visit notes written through this interface, newest first. GET /visit-notes, row by row */
    each: Each<Operations["GET /visit-notes"]>;
    /** Create a note of a visit. POST /visit-notes */
    create: Call<Operations["POST /visit-notes"]>;
  };
  visitStatusMeanings: {
    /** List the visit statuses with their meanings. GET /visit-status-meanings */
    list: Call<Operations["GET /visit-status-meanings"]>;
    /** Set what the account's visit statuses mean. PATCH /visit-status-meanings */
    update: Call<Operations["PATCH /visit-status-meanings"]>;
  };
  visitStatusTimes: {
    /** List since when the appointments of a day are known to have their statuses. GET /visit-status-times */
    list: Call<Operations["GET /visit-status-times"]>;
  };
  visitStatuses: {
    /** List the visit statuses configured for the account. GET /visit-statuses */
    list: Call<Operations["GET /visit-statuses"]>;
  };
  visitTypes: {
    /** List the practice's visit types. GET /visit-types */
    list: Call<Operations["GET /visit-types"]>;
    /** List the practice's visit types. GET /visit-types, row by row */
    each: Each<Operations["GET /visit-types"]>;
  };
  webhookEndpoints: {
    /** List the account's webhook endpoints. GET /webhook-endpoints */
    list: Call<Operations["GET /webhook-endpoints"]>;
    /** List the account's webhook endpoints. GET /webhook-endpoints, row by row */
    each: Each<Operations["GET /webhook-endpoints"]>;
    /** Register a webhook URL. POST /webhook-endpoints */
    create: Call<Operations["POST /webhook-endpoints"]>;
    health: {
      /** Health of the account's webhook endpoints: successes, latency and pending deliveries. GET /webhook-endpoints/health */
      get: Call<Operations["GET /webhook-endpoints/health"]>;
    };
    /** One webhook endpoint. GET /webhook-endpoints/{id} */
    get: Call<Operations["GET /webhook-endpoints/{id}"]>;
    /** Remove a webhook endpoint. DELETE /webhook-endpoints/{id} */
    delete: Call<Operations["DELETE /webhook-endpoints/{id}"]>;
    /** Change a webhook endpoint. PATCH /webhook-endpoints/{id} */
    update: Call<Operations["PATCH /webhook-endpoints/{id}"]>;
    /** Give a webhook endpoint a new secret. POST /webhook-endpoints/{id}/rotate-secret */
    rotateSecret: Call<Operations["POST /webhook-endpoints/{id}/rotate-secret"]>;
    /** Send a test event to a webhook endpoint. POST /webhook-endpoints/{id}/test */
    test: Call<Operations["POST /webhook-endpoints/{id}/test"]>;
  };
}
