import { bytesOfId, createSignedTokens, idBytes, idOfBytes } from "./signed-tokens.ts";

/** A text whose status can be read without an API key: a message, or that of a passcode. */
export interface NamedText {
  kind: "message" | "otp";
  teamId: string;
  id: string;
}

/** Makes and reads the names of texts that a client without an API key asks for. */
export interface TextTokens {
  sign(text: NamedText): string;
  /** Reads a token; undefined unless the current or the old key has signed it. */
  read(token: string): NamedText | undefined;
}

const kinds = ["message", "otp"] as const;

/** A token has the kind of the text and the ids of team and text, so that one team's rows are enough to find it. */
export function createTextTokens(secretKey: string, oldSecretKey?: string): TextTokens {
  const tokens = createSignedTokens({ purpose: "text tokens", claimBytes: 1 + 2 * idBytes }, secretKey, oldSecretKey);
  return {
    sign: ({ kind, teamId, id }) =>
      tokens.sign(Buffer.concat([Buffer.of(kinds.indexOf(kind)), bytesOfId(teamId), bytesOfId(id)])),
    read(token) {
      const claim = tokens.read(token);
      const kind = claim && kinds[claim[0]!];
      if (!kind) return undefined;
      const [teamId, id] = [claim.subarray(1, 1 + idBytes), claim.subarray(1 + idBytes)].map(idOfBytes);
      return { kind, teamId: teamId!, id: id! };
    },
  };
}
