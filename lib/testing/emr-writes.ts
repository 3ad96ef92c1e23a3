import type { EmrNewPatient, EmrPayment, EmrTask } from "#lib/emr/port/port";

/** Writes that a sandbox with `practiceRecords` accepts. */
export const emrPayment: EmrPayment = {
  patientEhrId: "PAT-1",
  paymentMethodId: "PM-1",
  locationEmrId: "LOC-1",
  referenceNumber: "R-1",
  amount: "45.50",
  notes: null,
  depositDate: "2026-07-01",
};

export const emrTask: EmrTask = {
  patientEhrId: "PAT-1",
  description: "Call back",
  subject: "Results",
  assigneeUserId: null,
  phoneCallTypeId: null,
  notifyList: [],
  locationEmrId: null,
  taskType: null,
  details: null,
  assignedTo: null,
  facilityId: null,
  dueDate: null,
  startDate: "2026-03-05",
  priority: "Normal",
};

export const emrPatient: EmrNewPatient = {
  firstName: "Ada",
  middleName: "May",
  lastName: "Nowak",
  suffix: null,
  dob: "1984-05-06",
  gender: "female",
  phone: "555-010-2030",
  mobilePhone: "555-010-2031",
  email: "ada@example.com",
  address: { street: "1 Main Street", city: "Albany", state: "NY", zip: "12207" },
  preferredLanguage: "es",
  emergencyContact: { name: "Jan Nowak", relationship: "Brother", phone: "555-010-2032" },
};
