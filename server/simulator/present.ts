import type { SimulatedText } from "../../generated/api.ts";
import type { Scope } from "../operations/scope.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { presentMedia } from "../threads/present.ts";
import type { HandsetText } from "./list-texts.ts";
import { ownerOf } from "./outbox.ts";

/** The texts in the contract's form. A text that was sealed with a secret key that is gone is left out. */
export function presentTexts(
  { teamId, testMode }: Pick<Scope, "teamId" | "testMode">,
  sealer: Sealer,
  texts: HandsetText[],
): SimulatedText[] {
  return texts.flatMap(({ sealed, sender: from, handset: to, media, ...text }) => {
    const opened = sealer.open(ownerOf({ teamId, id: text.id }), sealed);
    if (!opened) return [];
    const code = text.kind === "otp" ? findCode(opened.text) : null;
    return { ...text, from, to, text: opened.text, code, media: media.map(presentMedia), testMode };
  });
}

/** The only run of 4 to 10 digits in a text; null without one, or with several. */
function findCode(text: string): string | null {
  const codes = (text.match(/\d+/g) ?? []).filter(({ length }) => length >= 4 && length <= 10);
  return codes.length === 1 ? codes[0]! : null;
}
