import { createPayment } from "./create-payment/definition.ts";

/** Every write operation by its id. Browser-safe: forms, menus, permissions and the API reference read it. */
export const catalog = {
  [createPayment.id]: createPayment,
} as const;

export type OperationId = keyof typeof catalog;

export const operationIds = Object.keys(catalog) as OperationId[];

/** The operation with this id, or undefined where a stored job names one that is gone. */
export const findOperation = (id: string) => (id in catalog ? catalog[id as OperationId] : undefined);
