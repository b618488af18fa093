import type { ProviderStatus, StatusFate } from "../../server/provider/callback.ts";
import { applyStatuses } from "../../server/sending/apply-statuses.ts";
import { otpDeliveries } from "../../server/sending/deliveries.ts";
import type { TestApp } from "./app.ts";

/** Hands the provider's words on passcodes over, as the jobs of status callbacks do. */
export function reportOtpStatuses(
  app: TestApp,
  ...statuses: (Pick<ProviderStatus, "teamId" | "providerId" | "status"> & Partial<ProviderStatus>)[]
): Promise<StatusFate[]> {
  return app.em().transactional((tx) =>
    applyStatuses(
      tx,
      otpDeliveries,
      statuses.map((status) => ({ recordId: null, errorCode: null, errorMessage: null, ...status })),
    ),
  );
}
