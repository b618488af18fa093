import type { Log } from "../../log.ts";
import type { Installation } from "../provider.ts";
import type { ConnectionTimes } from "./connection.ts";
import { commands, MalformedPdu, statuses } from "./pdu.ts";
import { readDelivery } from "./read-delivery.ts";
import { createSession, type Session } from "./session.ts";
import { addressOf, binds, type SmppSettings } from "./settings.ts";

export interface SessionsOptions {
  receive: Installation["receive"];
  log: Log;
  times?: Partial<ConnectionTimes>;
}

/** The connections of an account. */
export interface Sessions {
  /** That which sends. */
  sender(): Session;
  close(): Promise<void>;
}

/**
 * Binds at once, as the settings say, if what arrives can be recorded. Otherwise it binds at the first text, and only for
 * texts, so that the SMSC keeps what it has for others.
 */
export function openSessions(settings: SmppSettings, { receive, log, times }: SessionsOptions): Sessions {
  const { url, systemId, password, systemType } = settings;
  const open = (command: number, onDeliver?: (body: Buffer) => Promise<number>) =>
    createSession({
      address: addressOf(url),
      bind: { command, systemId, password, systemType },
      log,
      onDeliver,
      times,
    });
  const onDeliver = receive && deliverTo(receive, settings, log);
  const sessions = onDeliver ? binds.get(settings.bind)!.map((command) => open(command, onDeliver)) : [];
  return {
    sender() {
      if (sessions.length === 0) sessions.push(open(commands.bindTransmitter));
      return sessions[0]!;
    },
    async close() {
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}

/** Records what arrives, and returns the status to answer with: that of a success only after the commit. */
const deliverTo =
  (receive: NonNullable<Installation["receive"]>, settings: SmppSettings, log: Log) =>
  async (body: Buffer): Promise<number> => {
    try {
      await receive(readDelivery(body, settings));
      return statuses.ok;
    } catch (error) {
      if (error instanceof MalformedPdu) return statuses.invalidLength;
      log.error({ err: error }, "smpp: what arrived could not be recorded");
      return statuses.temporaryError;
    }
  };
