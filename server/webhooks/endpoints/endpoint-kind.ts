import { sql } from "kysely";
import { prepared } from "../../db/orm.ts";
import { findSecrets } from "../secrets.ts";
import { standardSigner } from "../standard-signer.ts";
import type { TargetKind } from "../target-kind.ts";
import { endDeliveries } from "./end-deliveries.ts";
import { endpointOf } from "./endpoint-target.ts";

/** An endpoint of a team. */
export const endpointKind: TargetKind = {
  noun: "event",

  async readState(em, { teamId, name }) {
    const id = endpointOf(name)!;
    const { rows } = await sql<{ url: string; is_failing: boolean; revision: string }>`
      select url, failing_since is not null as is_failing, updated_at::text as revision from webhook_endpoint
      where team_id = ${teamId}::uuid and id = ${id}::uuid and disabled_at is null and deleted_at is null
    `.execute(prepared(em));
    const [endpoint] = rows;
    if (!endpoint) return void (await endDeliveries(em, teamId, id));
    const { url, is_failing: isFailing, revision } = endpoint;
    return { url, endpoint: { id, isFailing, revision } };
  },

  async readSigner(em, sealer, { teamId, name }, now) {
    return standardSigner(await findSecrets(em, sealer, { teamId, id: endpointOf(name)! }, now));
  },

  /** Events of the same thread, or of another same record, leave in their order. */
  orderKeyOf(payload) {
    const { data } = JSON.parse(payload) as { data: Record<string, string | undefined> };
    return data.threadId ?? data.contactId ?? data.otpId ?? data.phone;
  },
};
