import { createHash } from "node:crypto";

/** Searches texts for registered secrets, which may occur only in allowed places. */
export interface SecretScanner {
  /** Registers a secret. `except` matches the places that may contain it. */
  register(name: string, secret: string, except?: RegExp): void;
  /** Registers a code of digits and its unkeyed hash, because trying all codes reverses such a hash. */
  registerCode(name: string, code: string, except?: RegExp): void;
  /** Searches a text for all secrets. */
  search(place: string, text: string): void;
  readonly problems: string[];
  readonly size: number;
  /** The number of searched characters. */
  readonly searched: number;
}

export function createSecretScanner(): SecretScanner {
  const entries: { name: string; spellings: string[]; except: RegExp | undefined }[] = [];
  const problems = new Set<string>();
  let searched = 0;
  const spell = (secret: string) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("hex"),
    // Base64 depends on the position modulo 3.
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
    register: (name, secret, except) => add(name, spell(secret), except),
    registerCode: (name, code, except) =>
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
