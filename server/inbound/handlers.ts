import type { CallbackKind } from "../db/schema/entities/callback.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import type { OpenScope } from "../operations/scope.ts";
import type { CallbackFields } from "../provider/callbacks.ts";
import { readCallback } from "./read-callback.ts";

/** Contract ↔ domain for the callbacks area. No rules here. */
export const callbacks: AreaHandlers<"callbacks"> = {
  receiveInboundText: (input, scope) => take("inbound", input, scope),
  receiveTextStatus: (input, scope) => take("status", input, scope),
  receiveOtpStatus: (input, scope) => take("otp-status", input, scope),
  receiveCarrierText: (input, scope) => take("inbound", input, scope),
  receiveCarrierStatus: (input, scope) => take("status", input, scope),
};

interface CallbackInput {
  query: CallbackFields["query"];
  body: object;
}

async function take(kind: CallbackKind, { query, body }: CallbackInput, scope: OpenScope): Promise<string> {
  const { dialect, signature } = scope.callback!;
  const { accountId: providerAccountId = null } = dialect;
  const callback = readCallback(dialect, kind, { fields: { ...body }, query });
  await scope.recordCallback({ ...callback, signature, providerAccountId });
  return dialect.reply.body;
}
