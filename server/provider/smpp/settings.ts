import type { SettingRules } from "../settings.ts";
import type { SmscAddress } from "./connection.ts";
import { commands } from "./pdu.ts";

/** The settings of an account at an SMSC. */
export type SmppSettings = {
  /** `smpp://host:port`, or `smpps://host:port` with TLS. */
  url: string;
  systemId: string;
  password: string;
  systemType: string;
  /** One connection for both directions, or one for each. */
  bind: string;
  /** How texts of several parts are sent: with headers, or whole in `message_payload`. */
  longTexts: string;
  /** Whether the ids in receipts are written as those of accepted texts, or in another base. */
  receiptIds: string;
};

/** The binds of each connection of an account. */
export const binds: ReadonlyMap<string, readonly number[]> = new Map([
  ["transceiver", [commands.bindTransceiver]],
  ["pair", [commands.bindTransmitter, commands.bindReceiver]],
]);

export const longTexts = ["udh", "payload"] as const;

/** `same`: ids are compared as they are. Otherwise the base of receipts; an answer then has the other one. */
export const receiptIds = ["same", "decimal", "hex"] as const;

const ports: Record<string, number> = { "smpp:": 2775, "smpps:": 3550 };

export const smppSettings: SettingRules<SmppSettings> = {
  url: { about: "the address of the SMSC, smpp://host:2775, or smpps://host:3550 with TLS", fault: urlFault },
  systemId: { about: "the name that this server binds with", fault: wordFaultWith(1, 15) },
  password: { about: "the password of the bind", isSecret: true, fault: wordFaultWith(0, 32) },
  systemType: { about: "the type of this system, mostly empty", make: () => "", fault: wordFaultWith(0, 12) },
  bind: { about: "transceiver or pair", make: () => "transceiver", fault: oneOf([...binds.keys()]) },
  longTexts: { about: "udh or payload", make: () => "udh", fault: oneOf(longTexts) },
  receiptIds: { about: "same, decimal or hex", make: () => "same", fault: oneOf(receiptIds) },
};

/** @throws Error for an address that `urlFault` refuses */
export function addressOf(url: string): SmscAddress {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return { host, port: port === "" ? ports[protocol]! : Number(port), isTls: protocol === "smpps:" };
}

function urlFault(value: string): string | undefined {
  const url = URL.parse(value);
  const rest = url && `${url.username}${url.password}${url.pathname.replace("/", "")}${url.search}${url.hash}`;
  const isRight = url && Object.hasOwn(ports, url.protocol) && url.hostname !== "" && rest === "" && url.port !== "0";
  return isRight ? undefined : "must be smpp://host:port or smpps://host:port, without anything after it";
}

function wordFaultWith(least: number, most: number) {
  return (value: string): string | undefined => {
    const isRight = /^[\x21-\x7e]*$/.test(value) && value.length >= least && value.length <= most;
    return isRight ? undefined : `must have ${least} to ${most} printable ASCII characters without spaces`;
  };
}

function oneOf(values: readonly string[]) {
  return (value: string): string | undefined =>
    values.includes(value) ? undefined : `must be one of ${values.join(", ")}`;
}
