import { createHash } from "node:crypto";

/** What must be nowhere but where it has to be, and what finds it. */
export interface Vault {
  /** `except`: the places where it has to be. */
  keep(name: string, secret: string, except?: RegExp): void;
  /** A code of digits, of which a hash that trying all codes undoes is as bad as the code. */
  keepCode(name: string, code: string, except?: RegExp): void;
  /** Looks for everything in a text. */
  search(place: string, text: string): void;
  readonly problems: string[];
  readonly size: number;
  /** How many characters have been searched. */
  readonly searched: number;
}

export function createVault(): Vault {
  const entries: { name: string; spellings: string[]; except: RegExp | undefined }[] = [];
  const problems = new Set<string>();
  let searched = 0;
  const spell = (secret: string) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("hex"),
    // However many characters stand before it.
    ...["", "a", "aa"].map((before) =>
      Buffer.from(before + secret)
        .toString("base64")
        .slice(before.length * 2, -4),
    ),
  ];
  const add = (name: string, spellings: string[], except: RegExp | undefined) => {
    entries.push({ name, spellings: [...new Set(spellings)], except });
  };
  return {
    keep: (name, secret, except) => add(name, spell(secret), except),
    keepCode: (name, code, except) =>
      add(name, [code, Buffer.from(code).toString("hex"), createHash("sha256").update(code).digest("hex")], except),
    search(place, text) {
      searched += text.length;
      for (const { name, spellings, except } of entries) {
        if (except?.test(place)) continue;
        const found = spellings.find((spelling) => text.includes(spelling));
        if (found === undefined) continue;
        const at = text.indexOf(found);
        problems.add(`${name} is in ${place}: …${text.slice(Math.max(0, at - 80), at + found.length + 40)}…`);
      }
    },
    get problems() {
      return [...problems];
    },
    get size() {
      return entries.length;
    },
    get searched() {
      return searched;
    },
  };
}
