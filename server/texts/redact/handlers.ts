import { fail } from "../../errors.ts";
import type { AreaHandlers } from "../../operations/handlers.ts";
import type { RedactingOperation } from "../handlers.ts";
import { deleteText } from "./delete-text.ts";
import { redactText } from "./redact-text.ts";

/** Translates contract ↔ domain for the operations that redact and delete texts. Contains no rules. */
export const redactions: Pick<AreaHandlers<"messages">, RedactingOperation> = {
  async redactMessage({ path }, scope) {
    const message = await redactText(scope, path.id);
    return message === "in_progress" ? fail("message_in_progress") : { success: true, message };
  },

  async deleteMessage({ path }, scope) {
    if ((await deleteText(scope, path.id)) === "in_progress") fail("message_in_progress");
    return { success: true, messageId: path.id.toLowerCase() };
  },
};
