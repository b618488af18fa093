/**
 * The answers about texts and threads.
 */

import { AnyText, ExpectedErrorCode, ExpectedStatus, Generated } from "./expected-values.ts";
import { contactFor, shownIn } from "./links.ts";
import { findDefaultNumber, findSender } from "./numbers.ts";
import { pageOf } from "./pages.ts";
import {
  type ApiRequest,
  type BusinessNumber,
  byId,
  type Expected,
  type Message,
  refuse,
  type Team,
  type Thread,
} from "./team.ts";

/** Recipients that the simulated carrier treats specially. */
export const magic = {
  refused: "+15005550001",
  undelivered: "+15005550002",
  optedOut: "+15005550004",
  fixedCode: "+15005550009",
};

const notFound = refuse("404 thread_not_found");

export function sendText(team: Team, { body = {}, mode }: ApiRequest, { segments, encoding }: Sized): Expected {
  const { phone_number, threadId, message, sender } = body as Record<string, string>;
  const thread = threadId === undefined ? undefined : byId(team.threads, threadId);
  if (threadId !== undefined && !thread) return notFound;
  if (thread && phone_number !== undefined && phone_number !== thread.phone) return refuse("422 invalid_thread");
  const to = thread?.phone ?? phone_number!;
  const number = thread ? thread.number : chooseNumber(team, to, sender);
  const refusals: string[] = [];
  if (number?.status !== "active") {
    refusals.push(sender === undefined ? "422 sending_number_not_resolved" : "422 invalid_sender");
  }
  if (team.optedOut.has(to)) refusals.push("409 recipient_opted_out");
  if (refusals.length > 0) return refuse(...refusals);

  const isRefused = to === magic.refused || to === magic.optedOut;
  const way = new ExpectedStatus(["queued", "sending", "sent", to === magic.undelivered ? "undelivered" : "delivered"]);
  const stored = addMessage(team, number!, to, {
    direction: "outbound",
    body: message!,
    status: isRefused ? "failed" : way,
    errorCode: isRefused ? new AnyText() : new ExpectedErrorCode(way),
    errorMeaning: isRefused ? new AnyText() : new ExpectedErrorCode(way),
    segments,
    encoding,
    media: [],
    discarded: false,
    testMode: mode === "test",
  });
  if (isRefused) return refuse(to === magic.optedOut ? "409 recipient_opted_out" : "502 message_failed");
  return {
    body: {
      success: true,
      textId: stored.message.id,
      threadId: stored.thread.id,
      status: stored.message.status,
      from: number!.phoneNumber,
      to,
      segments,
      encoding,
      testMode: mode === "test",
      createdAt: stored.message.createdAt,
    },
  };
}

/** The segments and encoding of a text. */
interface Sized {
  segments: number;
  encoding: string;
}

const optOutWords = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "OPT OUT"];

/** Receives an inbound text. */
export function receiveText(team: Team, number: BusinessNumber | undefined, from: string, text: string): void {
  if (!number) return;
  const word = text.trim().toUpperCase();
  if (optOutWords.includes(word)) team.optedOut.add(from);
  if (["START", "UNSTOP"].includes(word)) team.optedOut.delete(from);
  addMessage(team, number, from, {
    direction: "inbound",
    body: text,
    status: "received",
    errorCode: null,
    errorMeaning: null,
    testMode: false,
    segments: 1,
    encoding: "GSM-7",
    media: [],
    discarded: false,
  });
}

export function listThreads(team: Team, request: ApiRequest): Expected {
  const newestFirst = team.threads.toSorted((a, b) => b.serial - a.serial);
  const { items, nextCursor } = pageOf(newestFirst, request);
  return { body: { threads: items.map((each) => present(team, each)), hasMore: nextCursor !== null, nextCursor } };
}

export function getThread(team: Team, { path }: ApiRequest): Expected {
  const thread = byId(team.threads, path.id);
  return thread ? { body: present(team, thread) } : notFound;
}

export function listThreadMessages(team: Team, request: ApiRequest): Expected {
  const thread = byId(team.threads, request.path.id);
  if (!thread) return notFound;
  const { items, nextCursor } = pageOf(thread.messages.toReversed(), request);
  return { body: { messages: items, nextCursor } };
}

export function listThreadReplies(team: Team, request: ApiRequest): Expected {
  const thread = byId(team.threads, request.path.id);
  if (!thread) return notFound;
  // Messages are in ascending order of time.
  const since = thread.messages.findIndex(({ createdAt }) => createdAt.value === request.query.since);
  const replies = thread.messages.slice(since + 1).filter(({ direction }) => direction === "inbound");
  const { items, nextCursor } = pageOf(replies, request);
  return { body: { replies: items, nextCursor } };
}

function present(team: Team, thread: Thread) {
  const contact = shownIn(team, thread);
  const newest = thread.messages.at(-1)!;
  return {
    id: thread.id,
    contactName: contact?.name ?? thread.phone,
    contactPhone: thread.phone,
    senderName: thread.number.name,
    senderPhone: thread.number.phoneNumber,
    lastDirection: newest.direction,
    lastBody: newest.body,
    lastMessageAt: newest.createdAt,
    tags: contact?.tags ?? [],
  };
}

function chooseNumber(team: Team, to: string, sender: string | undefined): BusinessNumber | undefined {
  if (sender !== undefined) return findSender(team, sender);
  const [newest] = team.threads.filter(({ phone }) => phone === to).toSorted((a, b) => b.serial - a.serial);
  return newest?.number.status === "active" ? newest.number : findDefaultNumber(team);
}

function addMessage(team: Team, number: BusinessNumber, phone: string, given: Omit<Message, "id" | "createdAt">) {
  let thread = team.threads.find((each) => each.number === number && each.phone === phone);
  if (!thread) {
    thread = { id: new Generated(), number, phone, contact: contactFor(team, phone), messages: [], serial: 0 };
    team.threads.push(thread);
  }
  const after = thread.messages.at(-1)?.createdAt ?? new Generated();
  const message: Message = { ...given, id: new Generated(), createdAt: new Generated({ after }) };
  thread.messages.push(message);
  thread.serial = team.serial++;
  return { thread, message };
}
