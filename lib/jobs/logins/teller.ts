import { tellLoginsBy } from "#lib/emr/login-required";
import { tellLogin } from "./tell.ts";

// Every copy of the code that calls an EMR of a linked account imports this file (see `tellLoginsBy`).
tellLoginsBy(tellLogin);
