import type { AccountKind } from "../provider.ts";
import { smppFailures } from "./failures.ts";
import { commands } from "./pdu.ts";
import { addressOf, type SmppSettings, smppSettings } from "./settings.ts";

const reachMilliseconds = 5_000;

/**
 * A carrier that speaks SMPP 3.4. It has no callbacks over HTTP: receipts and inbound texts arrive on the connection that
 * texts are sent on.
 *
 * @see docs/carriers.md
 */
export const smpp = {
  describe: ({ url }) => `smpp, ${url}`,
  failures: smppFailures,
  async create(settings, { log, receive, onExchange, timeoutMilliseconds }) {
    // The client is loaded only if it is needed.
    const [{ createSmppProvider }, { openSessions }] = await Promise.all([
      import("./send.ts"),
      import("./sessions.ts"),
    ]);
    const sessions = openSessions(settings, { receive, log });
    return {
      ...createSmppProvider({ settings, sessions, log, onExchange, timeoutMilliseconds }),
      close: () => sessions.close(),
    };
  },
  accounts: {
    settings: smppSettings,
    receivesByConnection: true,
    triedWith:
      "the libraries smpp34 and jsmpp, which also send receipts, and the gateway Jasmin; not tried against a carrier",
    async reach({ url, systemId, password, systemType }) {
      const { alreadyBound, BindRefusal, openConnection } = await import("./connection.ts");
      const bind = { command: commands.bindTransmitter, systemId, password, systemType };
      const times = { bindMilliseconds: reachMilliseconds };
      try {
        const connection = await openConnection({ address: addressOf(url), bind, times });
        await connection.close();
        return `${url} accepts the bind, and is called ${connection.serverId || "nothing"}`;
      } catch (error) {
        if (!(error instanceof BindRefusal && error.status === alreadyBound)) throw error;
        return `${url} allows no further bind, because this system is bound`;
      }
    },
  },
} satisfies AccountKind<SmppSettings>;
