import type { EntityManager } from "../db/orm.ts";
import { applyStatuses as applyTo, type ProviderStatus, type StatusFate } from "../sending/apply-statuses.ts";
import { otpDeliveries } from "../sending/deliveries.ts";

/** Moves the deliveries of passcodes by what the provider says of them. What a code is good for stays as it is. */
export function applyStatuses(tx: EntityManager, statuses: ProviderStatus[]): Promise<StatusFate[]> {
  return applyTo(tx, otpDeliveries, statuses);
}
