import type { CallbackKind } from "../db/schema/entities/callback.ts";
import { isId } from "../db/schema/ids.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import type { OpenScope } from "../operations/scope.ts";

/** Tells the provider to do nothing, for example to send no reply. */
const taken = "<Response/>";

/** Contract ↔ domain for the callbacks area. No rules here. */
export const callbacks: AreaHandlers<"callbacks"> = {
  receiveInboundText: (input, scope) => take("inbound", input, scope),
  receiveTextStatus: (input, scope) => take("status", input, scope),
  receiveOtpStatus: (input, scope) => take("otp-status", input, scope),
};

interface CallbackInput {
  query: { textId?: string; otpId?: string; team?: string; testMode?: string };
  body: object;
}

async function take(kind: CallbackKind, { query, body }: CallbackInput, scope: OpenScope): Promise<string> {
  await scope.recordCallback({
    ...{ kind, fields: { ...body }, signature: scope.signature },
    recordId: idOrNull(query.textId ?? query.otpId),
    recordTeamId: idOrNull(query.team),
    testMode: query.testMode === "true",
  });
  return taken;
}

const idOrNull = (text: string | undefined) => (text !== undefined && isId(text) ? text : null);
