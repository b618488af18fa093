import { useProvider } from "../../server/business-numbers/use-provider.ts";
import { addAccount, updateAccount } from "../../server/provider-accounts/accounts.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import type { TestApp } from "./app.ts";
import { secretKey } from "./passcodes.ts";

export const sealer = createSealer(secretKey);

let serial = 0;

/** An account of a server under test. */
export interface TestAccount {
  id: string;
  name: string;
  /** The path of its callbacks, without `/inbound` and `/status`. */
  path: string;
  settings: Record<string, string>;
  /** Lets it send for a number. */
  sendFor(phone: string): Promise<void>;
  /** Changes settings. */
  update(settings: Record<string, string>): Promise<void>;
}

/** Adds an account, which the server knows from then on. */
export async function buildAccount(app: TestApp, kind: string, given: Record<string, string>): Promise<TestAccount> {
  serial += 1;
  const { account, settings } = await addAccount(app.em(), sealer, {
    name: `account-${serial}`,
    kind,
    settings: given,
  });
  const { id, name } = account;
  await app.accounts.refresh();
  return {
    id,
    name,
    path: `/api/external/${kind}/${id}`,
    settings,
    async sendFor(phone) {
      await useProvider(app.em(), phone as never, name);
      await app.accounts.refresh();
    },
    async update(changes) {
      await updateAccount(app.em(), sealer, name, changes);
      await app.accounts.refresh();
    },
  };
}
