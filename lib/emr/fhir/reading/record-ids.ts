/** The slots' ids must differ from those of the appointments: a server may number both from 1. */
export const SLOT = "Slot/";
