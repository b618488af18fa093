/**
 * The answers about business numbers.
 */
import { Generated } from "./expected-values.ts";
import {
  type ApiRequest,
  type BusinessNumber,
  byId,
  type Expected,
  type Fields,
  noEarlier,
  refuse,
  type Team,
} from "./team.ts";

const notFound = refuse("404 business_number_not_found");
const wrongStatus = refuse("422 invalid_business_number_status");
const saved = (number: BusinessNumber): Expected => ({ body: { success: true, businessNumber: { ...number } } });

export function listBusinessNumbers({ numbers }: Team, { query }: ApiRequest): Expected {
  const wanted = numbers.filter(
    ({ status, type, agentProfile, isPrimary }) =>
      (query.status === undefined ? status !== "archived" : status === query.status) &&
      (query.type === undefined || type === query.type) &&
      (query.agent_profile === undefined || agentProfile === query.agent_profile) &&
      (query.is_primary === undefined || isPrimary === query.is_primary),
  );
  return {
    body: {
      businessNumbers: wanted.map(
        ({ phoneNumberSid, inboundWebhookUrl, autoReplies, settings, ...summary }) => summary,
      ),
    },
  };
}

export function getBusinessNumber({ numbers }: Team, { path }: ApiRequest): Expected {
  const number = byId(numbers, path.id);
  return number ? { body: { ...number } } : notFound;
}

export function createBusinessNumber(team: Team, { body = {} }: ApiRequest): Expected {
  const holder = team.numbers.find(({ phoneNumber }) => phoneNumber === body.phoneNumber);
  const refusals: string[] = [];
  const isTaken = body.phoneNumber === team.foreignPhone || (holder && holder.status !== "archived");
  if (isTaken) refusals.push("409 duplicate_business_number_phone");
  if (isNameTaken(team, body.name, holder)) refusals.push("409 duplicate_business_number_name");
  if (refusals.length > 0) return refuse(...refusals);

  const isFirst = !team.numbers.some(({ isPrimary }) => isPrimary);
  const number: BusinessNumber = holder ?? {
    ...({ id: new Generated(), createdAt: new Generated() } as BusinessNumber),
  };
  if (!holder) team.numbers.push(number);
  if (body.isPrimary === true || isFirst) makePrimary(team, number);
  Object.assign(number, {
    name: body.name,
    phoneNumber: body.phoneNumber,
    phoneNumberSid: body.phoneNumberSid,
    friendlyName: body.friendlyName ?? null,
    type: body.type ?? "local",
    status: "active",
    isPrimary: number.isPrimary ?? false,
    capabilities: body.capabilities ?? {},
    agentProfile: body.agentProfile ?? null,
    perSecond: null,
    inboundWebhookUrl: body.inboundWebhookUrl ?? null,
    autoReplies: { help: null, optOut: null, optIn: null },
    settings: body.settings ?? {},
    updatedAt: noEarlier(number.updatedAt ?? number.createdAt),
  });
  return saved(number);
}

export function updateBusinessNumber(team: Team, { path, body = {} }: ApiRequest): Expected {
  const number = byId(team.numbers, path.id);
  if (!number) return notFound;
  if (number.status === "archived") return wrongStatus;
  if (isNameTaken(team, body.name, number)) return refuse("409 duplicate_business_number_name");
  const { settings, ...fields } = body;
  Object.assign(number, fields, settings !== undefined && { settings: settings ?? {} });
  number.updatedAt = noEarlier(number.updatedAt);
  return saved(number);
}

export function makePrimaryBusinessNumber(team: Team, { path }: ApiRequest): Expected {
  const number = byId(team.numbers, path.id);
  if (!number) return notFound;
  if (number.status !== "active") return wrongStatus;
  makePrimary(team, number);
  number.updatedAt = noEarlier(number.updatedAt);
  return saved(number);
}

export function archiveBusinessNumber({ numbers }: Team, { path }: ApiRequest): Expected {
  const number = byId(numbers, path.id);
  if (!number || number.status === "archived") return notFound;
  if (number.isPrimary) return refuse("409 cannot_delete_primary_business_number");
  number.status = "archived";
  number.updatedAt = noEarlier(number.updatedAt);
  return saved(number);
}

/** The default number for sends. */
export function findDefaultNumber({ numbers }: Team): BusinessNumber | undefined {
  const active = numbers.filter(({ status }) => status === "active");
  return active.find(({ isPrimary }) => isPrimary) ?? (active.length === 1 ? active[0] : undefined);
}

/** The active number that a `sender` means. */
export function findSender({ numbers }: Team, sender: string): BusinessNumber | undefined {
  const isMeant = ({ id, name, phoneNumber }: BusinessNumber) =>
    name.toLowerCase() === sender.toLowerCase() || phoneNumber === sender || id.value === sender;
  return numbers.find((number) => number.status === "active" && isMeant(number));
}

function makePrimary({ numbers }: Team, number: BusinessNumber): void {
  for (const other of numbers) {
    if (other === number || !other.isPrimary) continue;
    other.isPrimary = false;
    other.updatedAt = noEarlier(other.updatedAt);
  }
  number.isPrimary = true;
}

function isNameTaken({ numbers }: Team, name: Fields[string], but: BusinessNumber | undefined): boolean {
  if (typeof name !== "string") return false;
  return numbers.some(
    (each) => each !== but && each.status !== "archived" && each.name.toLowerCase() === name.toLowerCase(),
  );
}
