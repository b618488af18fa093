import type { Timestamp } from "../db/timestamp.ts";
import { bytesOfId, createSignedTokens, idBytes, idOfBytes } from "./signed-tokens.ts";

/** What a link leads to, and until when. */
export interface LinkedFile {
  teamId: string;
  id: string;
  /** In whole seconds. */
  expiresAt: Timestamp;
}

/** Makes and reads the tokens of links to files. */
export interface MediaLinks {
  sign(file: LinkedFile): string;
  /** Reads a token, also one that has expired. Undefined unless the current or the old key has signed it. */
  read(token: string): LinkedFile | undefined;
}

/** A token has the ids of team and file, and the seconds since 1970 at which it expires. */
export function createMediaLinks(secretKey: string, oldSecretKey?: string): MediaLinks {
  const tokens = createSignedTokens({ purpose: "media links", claimBytes: 2 * idBytes + 4 }, secretKey, oldSecretKey);
  return {
    sign({ teamId, id, expiresAt }) {
      const seconds = Buffer.alloc(4);
      seconds.writeUInt32BE(Math.floor(Date.parse(expiresAt) / 1_000));
      return tokens.sign(Buffer.concat([bytesOfId(teamId), bytesOfId(id), seconds]));
    },
    read(token) {
      const claim = tokens.read(token);
      if (!claim) return undefined;
      const seconds = new Date(claim.readUInt32BE(2 * idBytes) * 1_000).toISOString().slice(0, 19);
      const [teamId, id] = [claim.subarray(0, idBytes), claim.subarray(idBytes, 2 * idBytes)].map(idOfBytes);
      return { teamId: teamId!, id: id!, expiresAt: `${seconds}.000000Z` };
    },
  };
}
