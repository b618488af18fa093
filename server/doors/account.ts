import { idOf, sidOf } from "./twilio/ids.ts";

/** The owner of the key of a request. */
interface KeyOwner {
  teamId: string;
  apiKeyId: string;
}

/** Whether the account that a client names is the team of its key, or the key itself. */
export const isAccountOf = ({ teamId, apiKeyId }: KeyOwner, account: string): boolean =>
  account === sidOf("AC", teamId) || account === sidOf("SK", apiKeyId);

/** Whether the path of a request is one of the team: it names an account or a service. */
export const isPathOf = (
  { teamId }: KeyOwner,
  { AccountSid: account, ServiceSid: service }: { AccountSid?: string; ServiceSid?: string },
): boolean => (account === undefined ? service === sidOf("VA", teamId) : account === sidOf("AC", teamId));

/** The team that an account of a path names; undefined for any other text. */
export const teamOfAccount = (account: string): string | undefined => idOf("AC", account);
