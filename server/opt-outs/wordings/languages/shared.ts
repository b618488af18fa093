import type { Lexicon } from "../concepts.ts";

/** Words that people write in every language. */
export const shared: Lexicon = {
  cease: "stop stopp stahp staph stpo sotp tsop",
  texts: "sms* spam* newsletter* marketing* promo* whatsapp* mms",
  unsubscribe: `
    optout stopall desubscribe unsub unsubscribe unsubscribing unsubcribe unsuscribe unsubscrib unsubsribe unsubscirbe
    unsubscibe unsubscrbe unsubscription unscribe unsubscript`,
  courtesy: "pls plz please plss ok okay thx thanks tks",
  report: "gdpr",
  remove: "unsubscribed",
  pause: "td",
  keyword: "stop stopall unsubscribe cancel end quit revoke optout",
};
