/** A phone number of the account. */
export interface AccountNumber {
  id: string;
  phoneNumber: string;
  /** Where its texts are posted to; empty if nowhere. */
  address: string;
  method: string;
  /** The application that decides instead of the address, if there is one. */
  application: string | undefined;
}

/** The account of an installation at its carrier. */
export interface CarrierAccount {
  /** The origin of the carrier's API. */
  origin: string;
  /** The settings that have the credentials, as advice for a refusal. */
  credentials: string;
  /** The state of the account, for example `active`. @throws AccountRefusal */
  readStatus(): Promise<string>;
  /** The phone numbers of the account, at most 5,000. @throws AccountRefusal */
  listNumbers(): Promise<AccountNumber[]>;
  /** Reads one number by its id. @throws AccountRefusal */
  readNumber(id: string): Promise<AccountNumber>;
  /** Has the texts of a number posted to an address. @throws AccountRefusal */
  setAddress(id: string, address: string): Promise<void>;
}

/** The carrier answered with an error. The message names its code and none of its own words. */
export class AccountRefusal extends Error {
  /** Whether it refused the credentials. */
  readonly refusesCredentials: boolean;

  constructor(status: number, code: unknown) {
    const known = typeof code === "number" ? `, code ${code}` : "";
    super(`HTTP ${status}${known}`);
    this.refusesCredentials = status === 401 || status === 403;
  }
}
