import { tellChangesBy } from "#lib/db/changed-records";
import { tellChanges } from "./tell.ts";

// Every copy of the code that changes synchronized records imports this file (see `tellChangesBy`).
tellChangesBy(tellChanges);
