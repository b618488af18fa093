import { fail } from "../../errors.ts";
import type { AreaHandlers } from "../../operations/handlers.ts";
import { cancelText } from "../../texts/pending/cancel-text.ts";
import { getText } from "../../texts/pending/get-text.ts";
import { presentPending } from "../../texts/pending/present.ts";
import { deleteText } from "../../texts/redact/delete-text.ts";
import { redactText } from "../../texts/redact/redact-text.ts";
import { sendMessage } from "../../texts/send-message.ts";
import { fetchAccount, listNumbers } from "./account.ts";
import { refuse } from "./errors.ts";
import { messageIdOf } from "./ids.ts";
import { listMessages } from "./list-messages.ts";
import { messageToSend } from "./message-to-send.ts";
import { positionOf, presentPage, sizeOf, tokenOf } from "./pages.ts";
import { accountPath, presentMessage } from "./present.ts";
import { readDates } from "./read-dates.ts";
import { checkVerification, startVerification } from "./verify.ts";

/** Translates Twilio's wire ↔ domain. The rules about texts and passcodes are those of every wire. */
export const twilio: AreaHandlers<"twilio"> = {
  async createTwilioMessage({ body }, scope) {
    const { body: sent, replayed } = await sendMessage(scope, await messageToSend(scope, body));
    return { body: presentMessage(scope.teamId, sent.message), replayed };
  },

  async listTwilioMessages({ query: { To: to, From: from, DateSent: dates, ...page } }, scope) {
    const { teamId } = scope;
    const filter = { to, from, ...readDates(dates) };
    const { messages, next } = await listMessages(scope, filter, sizeOf(page), positionOf(page));
    const shown = messages.map((message) => presentMessage(teamId, message));
    const nextToken = next && tokenOf(next);
    const given = { To: to, From: from, DateSent: dates };
    const path = `${accountPath(teamId)}/Messages.json`;
    return { ...presentPage(path, given, page, { count: shown.length, nextToken }), messages: shown };
  },

  async fetchTwilioMessage({ path }, scope) {
    return presentMessage(scope.teamId, await getText(scope, idOfText(path.Sid)));
  },

  async updateTwilioMessage({ path, body: { Status: status, Body: text } }, scope) {
    const id = idOfText(path.Sid);
    if (status === "canceled" && text === undefined)
      return presentMessage(scope.teamId, presentPending(await cancelText(scope, id)));
    if (status !== undefined || text === undefined)
      refuse(20001, "Status must be canceled, or Body must be empty. Nothing else of a text can be changed here.");
    const redacted = await redactText(scope, id);
    return redacted === "in_progress" ? refuseInProgress() : presentMessage(scope.teamId, redacted);
  },

  async deleteTwilioMessage({ path }, scope) {
    if ((await deleteText(scope, idOfText(path.Sid))) === "in_progress") refuseInProgress();
  },

  listTwilioNumbers({ query }, scope) {
    return listNumbers(scope, query);
  },

  fetchTwilioAccount(_, scope) {
    return fetchAccount(scope);
  },

  startTwilioVerification({ body }, scope) {
    return startVerification(scope, body);
  },

  checkTwilioVerification({ body }, scope) {
    return checkVerification(scope, body);
  },
};

const refuseInProgress = (): never =>
  refuse(20009, "The text waits or is being sent. Try again once it is sent or has failed; cancel a text that waits.", {
    status: 409,
  });

const idOfText = (sid: string): string => messageIdOf(sid) ?? fail("message_not_found");
