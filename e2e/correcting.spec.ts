import { apiClient, readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { expect, test } from "./support/test.ts";
