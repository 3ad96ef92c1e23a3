/** The slots' ids must differ from those of the appointments: a server may number both from 1. */
export const SLOT = "Slot/";

/** Returns the id of a visit: of several patients of one appointment the further ones have ids of their own. */
export const visitIdOf = (appointmentId: string, patientId: string | null): string =>
  patientId === null ? appointmentId : `${appointmentId}/${patientId}`;

/** Returns the id of a visit's appointment. */
export const appointmentIdOf = (visitId: string): string => visitId.split("/")[0] ?? visitId;
