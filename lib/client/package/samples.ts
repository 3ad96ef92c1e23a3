// Made by `npm run client` from the definitions. Do not edit.

/** The sample of each operation, and the method that sends it. */
export const SAMPLES: Readonly<Record<string, { method: string; input: Record<string, unknown> }>> = {
  "appointments:book": {
    method: "appointments.book",
    input: {
      patient_mrn: "MRN-100042",
      provider_ehr_id: "101",
      location_id: "LOC-1",
      appointment_type: "Follow-up",
      datetime: "2026-12-01T09:30:00-05:00",
      duration: 20,
      reason: "Cough for a week",
    },
  },
  "appointments:change": {
    method: "appointments.ehr.change",
    input: { datetime: "2026-12-02T10:00:00-05:00", provider_ehr_id: "102" },
  },
  "appointments:cancel": { method: "appointments.cancel", input: { reason: "The patient has recovered" } },
  "payments:create": {
    method: "payments.create",
    input: {
      patient_mrn: "MRN-100042",
      payment_method: "Credit Card",
      reference_number: "RCPT-2041",
      location: "LOC-1",
      amount: 45.5,
      notes: "Copay for the visit of today",
      deposit_date: "2026-03-02",
    },
  },
  "patient-notes:create": {
    method: "patientNotes.create",
    input: {
      note: "Called about the test results; will come in on Thursday.",
      subject: "Telephone call",
      patient_mrn: "MRN-100042",
      location_id: "LOC-1",
      tags: ["Telephone Encounter"],
    },
  },
  "visit-notes:create": {
    method: "visitNotes.create",
    input: {
      emr_appointment_id: "APT-100042",
      note: "Lungs clear. Continue the inhaler; return in two weeks.",
      subject: "Follow-up of bronchitis",
    },
  },
  "documents:create": {
    method: "documents.create",
    input: {
      patient_mrn: "MRN-100042",
      content_base64: "SGVtb2dsb2JpbiAxMy44IGcvZEwK",
      file_name: "Blood count.txt",
      mime_type: "text/plain",
      category: "Lab result",
    },
  },
  "claims:fetch": { method: "claims.fetch", input: { claim_ids: ["CLM-500012", "CLM-500013", "CLM-599999"] } },
  "appointments:fetch": {
    method: "appointments.fetch",
    input: { start_date: "2026-03-02", end_date: "2026-03-06", provider_ehr_ids: ["101"] },
  },
  "patients:fetch": { method: "patients.fetch", input: { mrn: "MRN-100042" } },
  "availability:fetch": {
    method: "availability.fetch",
    input: { start_date: "2026-03-02", end_date: "2026-03-06", provider_ehr_ids: ["101"] },
  },
  "org-settings:fetch": { method: "orgSettings.fetch", input: {} },
  "referrals:update": {
    method: "referrals.update",
    input: {
      priority: "urgent",
      status: "Authorized",
      notes: "Approved by phone; the letter follows.",
      prior_authorization_code: "PA-88213",
      specialty: "Cardiology",
      location_id: "LOC-1",
      start_date: "2026-03-02",
      end_date: "2026-06-30",
      visits_allowed: 6,
      assigned_to_id: "STF-3",
    },
  },
  "referrals:create": {
    method: "referrals.create",
    input: {
      patient_mrn: "MRN-100042",
      reason: "Palpitations at rest",
      direction: "outgoing",
      priority: "urgent",
      specialty: "Cardiology",
      location_id: "LOC-1",
      visits_allowed: 3,
    },
  },
  "recall-actions:create": {
    method: "recalls.actions.create",
    input: { action_taken: "Appointment booked", note: "Comes on Thursday at 9" },
  },
  "appointments:update": { method: "appointments.update", input: { emr_appointment_id: "APT-300021", status: "ARR" } },
  "services:create": {
    method: "services.create",
    input: {
      patient_mrn: "MRN-100042",
      team: "Behavioral Health",
      service_type: "Anxiety Screening",
      form_id: "GAD-7",
      answers: {
        "GAD7-1": "1",
        "GAD7-2": "0",
        "GAD7-3": "2",
        "GAD7-4": "1",
        "GAD7-5": "0",
        "GAD7-6": "1",
        "GAD7-7": "0",
      },
      service_date: "2026-03-02",
    },
  },
  "order-catalog:fetch": {
    method: "orders.catalog.fetch",
    input: { type: "lab", query: "panel", page: 1, page_size: 25 },
  },
  "patients:create": {
    method: "patients.create",
    input: {
      first_name: "Ana",
      last_name: "Ávila",
      dob: "1980-03-04",
      gender: "female",
      phone: "740-555-0101",
      address: { street: "12 Mill Road", city: "Marietta", state: "OH", zip: "45750" },
    },
  },
  "patients:update": {
    method: "patients.update",
    input: {
      phone: "740-555-0188",
      email: "",
      address: { street: "9 River Street", city: "Marietta", state: "OH", zip: "45750" },
    },
  },
  "patient-insurances:create": {
    method: "patients.insurances.create",
    input: {
      payer_name: "Blue Shield",
      member_id: "BSX 904 118 772",
      group_number: "G-2041",
      priority: 1,
      relationship: "spouse",
      subscriber: "Luis Ávila",
    },
  },
  "patient-insurances:update": {
    method: "patients.insurances.update",
    input: { member_id: "BSX 904 118 773", group_number: "G-2042" },
  },
  "orders:create": {
    method: "orders.create",
    input: {
      patient_mrn: "MRN-100042",
      type: "lab",
      item_ids: ["LAB-12", "LAB-31"],
      provider: "1002",
      priority: "routine",
      notes: "Fasting",
    },
  },
  "messages:create": {
    method: "messages.create",
    input: { provider: "1002", subject: "Refill request", message: "The patient asks for a refill before Friday." },
  },
  "tasks:create": {
    method: "tasks.create",
    input: {
      description: "Ask whether the new dose is tolerated.",
      patient_mrn: "MRN-100042",
      subject: "Call about the dose",
      notify_list: ["SG-2"],
      location_id: "LOC-1",
      task_type: "Phone Call",
      assigned_to: "SG-2",
      due_date: "2026-03-06",
      priority: "High",
    },
  },
};
