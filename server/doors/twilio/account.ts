import type { TwilioAccount, TwilioNumber, TwilioNumberPage } from "../../../generated/api.ts";
import { listBusinessNumbers } from "../../business-numbers/list-business-numbers.ts";
import { queries } from "../../db/orm.ts";
import type { BusinessNumber } from "../../db/schema/entities/business-number.ts";
import type { Scope } from "../../operations/scope.ts";
import { sidOf } from "./ids.ts";
import { presentPage, sizeOf, type TwilioPageRequest } from "./pages.ts";
import { accountPath, apiVersion, rfc2822 } from "./present.ts";

/** The team of the request. */
export async function fetchAccount({ em, teamId, testMode }: Scope): Promise<TwilioAccount> {
  const { name, status, createdAt, updatedAt } = await queries(em)
    .selectFrom("Team")
    .select(["name", "status", "createdAt", "updatedAt"])
    .where("id", "=", teamId)
    .executeTakeFirstOrThrow();
  const sid = sidOf("AC", teamId);
  return {
    sid,
    owner_account_sid: sid,
    friendly_name: name,
    status,
    type: testMode ? "Trial" : "Full",
    auth_token: null,
    date_created: rfc2822(createdAt),
    date_updated: rfc2822(updatedAt),
    subresource_uris: {},
    uri: `${accountPath(teamId)}.json`,
  };
}

/** Which business numbers are listed. */
interface NumberFilter {
  PhoneNumber?: string | undefined;
  FriendlyName?: string | undefined;
}

/** A page of the team's business numbers that are not archived. A team has few, so all are read. */
export async function listNumbers(
  scope: Scope,
  { PhoneNumber: phone, FriendlyName: name, ...page }: NumberFilter & TwilioPageRequest,
): Promise<TwilioNumberPage> {
  const { teamId } = scope;
  const numbers = (await listBusinessNumbers(scope, {}))
    .filter(({ status, phoneNumber }) => status !== "archived" && (!phone || phoneNumber.includes(phone)))
    .map((number) => presentNumber(teamId, number))
    .filter(({ friendly_name }) => !name || friendly_name === name);
  const start = page.Page * sizeOf(page);
  const shown = numbers.slice(start, start + sizeOf(page));
  const nextToken = start + shown.length < numbers.length ? "next" : undefined;
  const filter = { PhoneNumber: phone, FriendlyName: name };
  const path = `${accountPath(teamId)}/IncomingPhoneNumbers.json`;
  return {
    ...presentPage(path, filter, page, { count: shown.length, nextToken }),
    incoming_phone_numbers: shown,
  };
}

function presentNumber(teamId: string, number: BusinessNumber): TwilioNumber {
  const { id, phoneNumber, friendlyName, name, inboundWebhookUrl, createdAt, updatedAt } = number;
  const { sms = true, mms = false, voice = false, fax = false } = number.capabilities as Record<string, unknown>;
  const sid = sidOf("PN", id);
  return {
    sid,
    account_sid: sidOf("AC", teamId),
    phone_number: phoneNumber,
    friendly_name: friendlyName ?? name,
    capabilities: { sms: Boolean(sms), mms: Boolean(mms), voice: Boolean(voice), fax: Boolean(fax) },
    sms_url: inboundWebhookUrl ?? null,
    sms_method: "POST",
    status: "in-use",
    api_version: apiVersion,
    date_created: rfc2822(createdAt),
    date_updated: rfc2822(updatedAt),
    uri: `${accountPath(teamId)}/IncomingPhoneNumbers/${sid}.json`,
  };
}
