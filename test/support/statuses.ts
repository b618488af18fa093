import { applyStatuses } from "../../server/otp/apply-status.ts";
import type { ProviderStatus, StatusFate } from "../../server/sending/apply-statuses.ts";
import type { TestApp } from "./app.ts";

/** Hands the provider's words on passcodes over, as the jobs of status callbacks do. */
export function reportOtpStatuses(
  app: TestApp,
  ...statuses: (Pick<ProviderStatus, "teamId" | "providerId" | "status"> & Partial<ProviderStatus>)[]
): Promise<StatusFate[]> {
  return app.em().transactional((tx) =>
    applyStatuses(
      tx,
      statuses.map((status) => ({ recordId: null, errorCode: null, errorMessage: null, ...status })),
    ),
  );
}
