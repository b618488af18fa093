import { standardSigner } from "../standard-signer.ts";
import type { TargetKind } from "../target-kind.ts";
import { findTeamSecrets } from "./team-secrets.ts";

/** A host that gets replies of a team. Their deliveries are independent of each other, and nothing disables a host. */
export const replyKind: TargetKind = {
  noun: "reply webhook",
  readState: async () => ({}),
  readSigner: async (em, sealer, { teamId }, now) => standardSigner(await findTeamSecrets(em, sealer, teamId, now)),
  orderKeyOf: () => undefined,
};
