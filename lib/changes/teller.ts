import { tellChangesBy } from "#lib/db/changed-records";
import { tellChanges } from "./tell.ts";

// Every process that changes synchronized records imports this file.
tellChangesBy(tellChanges);
