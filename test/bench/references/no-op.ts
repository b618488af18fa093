/** The whole pipeline of the service without a database. The handler does nothing, and refuses one phone. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SentText } from "../../../generated/api.ts";
import type { Admission } from "../../../server/admission/admission.ts";
import { fail } from "../../../server/errors.ts";
import { pipeline } from "../../../server/http/pipeline.ts";
import { createListener } from "../../../server/http/respond.ts";
import { createLog } from "../../../server/log.ts";
import { createContract } from "../../../server/operations/invoke.ts";
import { allRights } from "../../../server/operations/key-rights.ts";
import { type OpenScope, RequestScope, type Services } from "../../../server/operations/scope.ts";
import { setCollectorFlags } from "../../../server/process/gc-flags.ts";
import { handlers } from "../../../server/process/handlers.ts";
import { magicRecipients } from "../../../server/provider/simulated/send.ts";
import { defaultLimits } from "../../../server/shares/limits.ts";

const now = "2026-01-01T00:00:00.000000Z";
const answer: SentText = {
  success: true,
  textId: "t",
  threadId: "t",
  status: "queued",
  from: "+12025550100",
  to: "+12025550100",
  segments: 1,
  encoding: "GSM-7",
  testMode: true,
  createdAt: now,
};
const admission: Admission = {
  teamId: "t",
  apiKeyId: "k",
  rights: allRights,
  testMode: true,
  licensed: true,
  now,
  remaining: 1,
  secondsUntilFull: 1,
  retryAfterSeconds: undefined,
};

function answerTo(phone: string | undefined) {
  if (phone === magicRecipients.optedOut) fail("recipient_opted_out");
  return { body: answer, replayed: false };
}

setCollectorFlags();
const log = createLog("info", { write: () => {} });
const middleware = pipeline({
  log,
  limits: defaultLimits,
  checkAnswers: false,
  countRequest: () => {},
  tracing: undefined,
  streams: {} as never,
  waits: {} as never,
  hookTokens: async () => [],
  rateLimit: { burst: 1, perSecond: 1 },
  contract: await createContract(
    { ...handlers, sendText: async ({ body }) => answerTo(body.phone_number) },
    (_team, write) => write(undefined),
  ),
  dialectOf: () => undefined,
  publicUrl: () => "",
  callbackUrls: () => [],
  admission: async () => admission,
  trustedProxies: [],
  callerOf: (admitted, origin) => ({
    ...admitted,
    origin,
    openScope: (claim) => new RequestScope(admitted, origin, {} as Services, claim),
  }),
  openScope: {} as OpenScope,
});
process.on("SIGINT", () => process.exit(0));
const server = createServer(createListener(middleware, { log, isDraining: () => false }));
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
