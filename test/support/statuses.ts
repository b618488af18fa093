import type { ProviderStatus, StatusFate } from "../../server/provider/callback.ts";
import { applyStatuses } from "../../server/sending/apply-statuses.ts";
import { otpDeliveries } from "../../server/sending/delivery-tables.ts";
import type { TestApp } from "./app.ts";

type Reported = Partial<ProviderStatus> & { teamId: string; providerId: string; status: string };

/** Applies provider statuses to passcodes, like the jobs of status callbacks. */
export async function reportOtpStatuses(app: TestApp, ...statuses: Reported[]): Promise<StatusFate[]> {
  const { results } = await app.inTeam(statuses[0]!.teamId, (tx) =>
    applyStatuses(
      tx,
      otpDeliveries,
      statuses.map((status) => ({ recordId: null, errorCode: null, ...status })),
    ),
  );
  return results.map(({ fate }) => fate);
}
