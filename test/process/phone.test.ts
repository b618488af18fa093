import { expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { isPhoneOn, mayPrintPageKey } from "../../server/process/phone.ts";

const twilio = { PROVIDER: "twilio", PROVIDER_ACCOUNT_SID: "AC1", WEBHOOK_CLIENT_SECRET: "t".repeat(32) };

const decide = (settings: Record<string, string>) => {
  const config = loadConfig(settings, {});
  return { isOn: isPhoneOn(config), printsKey: mayPrintPageKey(config) };
};

test.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ HOST: "::1" }, true],
  [{ HOST: "localhost", BASE_URL: "http://localhost:3000" }, true],
  [{ BASE_URL: "http://127.0.0.1:3000/sms" }, true],
  [{ HOST: "0.0.0.0" }, false],
  [{ HOST: "::" }, false],
  [{ HOST: "10.0.0.5" }, false],
  [{ BASE_URL: "https://sms.example.com" }, false],
  [twilio, false],
])("by default, with %o, the phone is on and a terminal shows its key: %s", (settings, expected) => {
  expect(decide(settings)).toEqual({ isOn: expected, printsKey: expected });
  expect(decide({ ...settings, PHONE: "auto" })).toEqual({ isOn: expected, printsKey: expected });
  expect(decide({ ...settings, PHONE: "on" })).toEqual({ isOn: true, printsKey: expected });
  expect(decide({ ...settings, PHONE: "off" })).toEqual({ isOn: false, printsKey: false });
});
