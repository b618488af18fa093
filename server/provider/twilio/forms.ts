/** Writes the forms of Twilio's callbacks, for commands that post them. */

interface Callback {
  /** The id of the text. */
  sid: string;
  from: string;
  to: string;
}

/** The form of a text to a business number. */
export const inboundForm = (callback: Callback, text: string): Record<string, string> => ({
  ...commonFields(callback),
  Body: text,
  NumMedia: "0",
});

/** The form of the status of a text. */
export const statusForm = (callback: Callback, status: string, errorCode?: string): Record<string, string> => ({
  ...commonFields(callback),
  MessageStatus: status,
  ...(errorCode && { ErrorCode: errorCode }),
});

const commonFields = ({ sid, from, to }: Callback) => ({
  MessageSid: sid,
  SmsSid: sid,
  AccountSid: "AC00000000000000000000000000000000",
  From: from,
  To: to,
});
