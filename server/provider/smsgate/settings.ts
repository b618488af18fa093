import { type E164, isPhone } from "../../phone.ts";
import { basicAuthorization } from "../ask.ts";
import { addressFault, emptyFault, type SettingRules, wordFault } from "../settings.ts";

/** The settings of an account: one SIM card of one phone. */
export type SmsgateSettings = {
  /** The address of the API with its path. */
  baseUrl: string;
  username: string;
  password: string;
  /** The phone. If a text named none, the service would choose any of the user, and a repeated text could leave twice. */
  deviceId: string;
  /** The place of the SIM card in the phone, from 1 on. */
  simNumber: string;
  /** The number of the SIM card, which the phone itself often does not know. */
  phone: string;
  /** The key that the phone signs webhooks with. */
  signingKey: string;
};

export const smsgateSettings: SettingRules<SmsgateSettings> = {
  username: { about: "the user name that the app shows", fault: wordFault },
  password: { about: "the password that the app shows", isSecret: true, fault: emptyFault },
  deviceId: { about: "the id of the phone, by GET /devices", fault: wordFault },
  simNumber: { about: "the place of the SIM card in the phone: 1, 2 or 3", make: () => "1", fault: simFault },
  phone: { about: "the number of the SIM card, +…", fault: phoneFault },
  signingKey: { about: "the app's signing key for webhooks", isSecret: true, fault: emptyFault },
  baseUrl: { about: "the address of the API", make: () => "https://api.sms-gate.app/3rdparty/v1", fault: addressFault },
};

/** The address of the API without a trailing slash. */
export const addressOf = ({ baseUrl }: Pick<SmsgateSettings, "baseUrl">): string => baseUrl.replace(/\/+$/, "");

/** The header that signs in. */
export const authorizationOf = ({ username, password }: Pick<SmsgateSettings, "username" | "password">): string =>
  basicAuthorization(username, password);

/** The number of the SIM card, which `phoneFault` has checked. */
export const phoneOf = ({ phone }: Pick<SmsgateSettings, "phone">): E164 => phone as E164;

function simFault(value: string): string | undefined {
  return /^[123]$/.test(value) ? undefined : "must be 1, 2 or 3";
}

function phoneFault(value: string): string | undefined {
  return isPhone(value) ? undefined : "must be a phone number such as +12025550123";
}
