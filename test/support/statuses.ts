import { runInPlaces } from "../../server/db/commit/of-teams.ts";
import { twilioReader } from "../../server/provider/twilio/callbacks.ts";
import { applyStatuses, type ProviderStatus, type StatusFate } from "../../server/texts/apply-statuses.ts";
import { otpDeliveries } from "../../server/texts/delivery-tables.ts";
import type { TestApp } from "./app.ts";

type Reported = Partial<Omit<ProviderStatus, "status">> & { teamId: string; providerId: string; status: string };

/** Applies provider statuses to passcodes, like the jobs of status callbacks. */
export async function reportOtpStatuses(app: TestApp, ...statuses: Reported[]): Promise<StatusFate[]> {
  const given = statuses.map((status) => ({
    recordId: null,
    errorCode: null,
    ...status,
    status: readWord(status.status),
  }));
  const ended = await app.em().transactional((tx) =>
    runInPlaces(tx, given, async (own, some) => {
      const { results } = await applyStatuses(own, otpDeliveries, some);
      return some.map((status, index) => [status, results[index]!.fate] as const);
    }),
  );
  const fates = new Map(ended.flat());
  return given.map((status) => fates.get(status)!);
}

const readWord = (word: string) =>
  twilioReader.readStatus({ fields: { MessageStatus: word }, query: {} }).content.status!;
