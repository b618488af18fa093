import type { TestApp } from "./app.ts";
import { buildAccount, type TestAccount } from "./provider-accounts.ts";
import type { Smsc } from "./smsc.ts";

let serial = 0;

/** An account at an SMSC, with the name that it binds with. */
export type SmppAccount = TestAccount & { systemId: string };

/** Adds an account at an SMSC, and waits until the server is bound. */
export async function buildSmppAccount(
  app: TestApp,
  smsc: Smsc,
  settings: Record<string, string> = {},
): Promise<SmppAccount> {
  serial += 1;
  const systemId = `system-${serial}`;
  const given = { url: smsc.url, systemId, password: "secret", ...settings };
  const account = { ...(await buildAccount(app, "smpp", given)), systemId };
  if (smsc.bindStatus === 0) await smsc.bound(systemId, settings.bind === "pair" ? 2 : 1);
  return account;
}
