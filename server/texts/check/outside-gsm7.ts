import { SegmentedMessage } from "sms-segments-calculator";
import type { CharacterOutsideGsm7 } from "../../../generated/api.ts";
import { measureText } from "../segments.ts";

/** Counts the characters of a text that GSM-7 cannot encode, in the order of the text, with what it has in their place. */
export function findCharactersOutsideGsm7(text: string): CharacterOutsideGsm7[] {
  const counts = new Map<string, number>();
  for (const character of new SegmentedMessage(text).getNonGsmCharacters())
    counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts].map(([character, count]) => ({ character, count, instead: insteadOf(character) }));
}

/** The composed form of a letter with its accent, or else what carriers put in place of punctuation. */
function insteadOf(character: string): string | null {
  const smart = new SegmentedMessage(character, "auto", true).graphemes.join("");
  const choices = [character.normalize("NFC"), smart];
  return choices.find((choice) => measureText(choice).encoding === "GSM-7") ?? null;
}
