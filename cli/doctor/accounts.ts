import { findPhonesByAccount } from "../../server/business-numbers/find-usable-phones.ts";
import type { Config } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { listAccounts, type OpenedAccount, openAccount } from "../../server/provider-accounts/accounts.ts";
import { loadSecrets } from "../../server/secrets/load-secrets.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { type Finding, runCheck } from "./check.ts";
import { checkOf, examineAccount } from "./provider.ts";

/** Tries each provider account: its credentials, its numbers and their addresses. Sends no text and changes nothing. */
export async function checkAccounts({ orm }: Database, config: Config): Promise<Finding[]> {
  const { secretKey, oldSecretKey } = await loadSecrets(config);
  const sealer = createSealer(secretKey, oldSecretKey);
  const em = orm.em.fork();
  const phones = await findPhonesByAccount(em);
  const findings: Finding[] = [];
  for (const { id, name } of await listAccounts(em)) {
    const check = checkOf("provider", { name });
    const todo = `Check its settings: messaging providers show ${name}`;
    const finding = await runCheck(check, todo, async () => {
      const opened = await openAccount(em, sealer, name);
      findings.push(...(await checkOpened(config, opened, phones.get(id) ?? [])));
      return { check, status: "ok", found: "opened" };
    });
    if (finding.status !== "ok") findings.push(finding);
  }
  return findings;
}

async function checkOpened({ baseUrl }: Config, { account, kind, settings }: OpenedAccount, phones: string[]) {
  const { id, name, kind: kindName, status } = account;
  const check = checkOf("provider", { name });
  if (status === "paused") {
    const todo = `Resume it: messaging providers resume ${name}`;
    return [{ check, status: "warn" as const, found: `paused: texts of ${phones.length} numbers are refused`, todo }];
  }
  const target = baseUrl && `${baseUrl}/api/external/${kindName}/${id}/inbound`;
  const opened = kind.openAccount?.(settings);
  if (opened) {
    const advice = `Correct its credentials: messaging providers update ${name}`;
    return examineAccount(opened, { name, readPhones: async () => phones, target, advice, canFix: false });
  }
  const said = await kind.accounts.reach?.(settings);
  const address = target ?? "no address, because BASE_URL is not set";
  const found = kind.accounts.receivesByConnection ? said! : `${said ?? "not asked"}; posts texts to ${address}`;
  return [{ check, status: "ok" as const, found }];
}
