import { inboundForm } from "./callbacks.ts";
import { uniquePhone } from "./factories.ts";

/** The fields of an inbound text with files of a declared type. */
export const textWithFiles = (to: string, urls: string[], contentType = "image/jpeg", from = uniquePhone()) => ({
  ...inboundForm(from, to, "look"),
  NumMedia: String(urls.length),
  ...(Object.fromEntries(
    urls.flatMap((url, at) => [
      [`MediaUrl${at}`, url],
      [`MediaContentType${at}`, contentType],
    ]),
  ) as Record<string, string>),
});
