import { operations } from "../../generated/operations.ts";
import type { Note } from "../../server/process/announce.ts";
import { isLoopback } from "../../server/process/loopback.ts";
import type { Installation } from "../../server/process/start.ts";
import { commandName } from "../../server/program.ts";
import { type Profile, type Profiles, profilesFile, readProfiles, writeProfiles } from "../connection/profiles-file.ts";

const preferredName = "local";

/**
 * Saves a new installation as a profile, so that commands find it, and returns a note about it. The profile gets the
 * first free name of `local`, `local-2`, …, and becomes current only if no profile is. It never replaces another
 * profile, except for one of an earlier installation in the same data directory. If the installation's address changes
 * later, the profile is updated, unless another process of the installation still answers at the old address. Only an
 * installation with an embedded database gets a profile; for other databases, operators manage the keys.
 */
export async function keepProfile(env: NodeJS.ProcessEnv, installation: Installation): Promise<Note | undefined> {
  const { dataDir, url, firstKey } = installation;
  if (dataDir === undefined) return undefined;
  try {
    const saved = await readProfiles(env);
    // An earlier installation in the same data directory may have left a profile, whose key is then invalid.
    const ownName = findOwnProfile(saved, dataDir);
    if (firstKey !== undefined) {
      const name = ownName ?? freeName(saved);
      const current = saved.current ?? name;
      await writeProfiles(env, {
        current,
        profiles: { ...saved.profiles, [name]: { url, apiKey: firstKey, madeBy: dataDir } },
      });
      return describe(name, current, await profilesFile(env));
    }
    const profile = ownName === undefined ? undefined : saved.profiles[ownName];
    if (ownName === undefined || !profile || profile.url === url) return undefined;
    if (!isOwnAddress(profile.url, installation) && (await isInUse(profile)))
      return { profile: `${ownName}, for the server at ${profile.url}, which has the same data` };
    await writeProfiles(env, { ...saved, profiles: { ...saved.profiles, [ownName]: { ...profile, url } } });
    return { profile: `${ownName}, with the new address ${url}` };
  } catch (error) {
    // The server runs without a profile.
    return { profile: `not saved: ${(error as Error).message}` };
  }
}

/** Whether an address is that of this process, under another name of this machine. */
function isOwnAddress(url: string, { port }: Installation): boolean {
  const { protocol, hostname, port: ownPort } = new URL(url);
  return protocol === "http:" && isLoopback(hostname) && Number(ownPort || 80) === port;
}

/**
 * Whether a server accepts a profile's key at its address. A program of another kind, or a server with other data, has
 * taken the address over. Every answer to a valid key names the key's rate limit, whatever its status.
 */
async function isInUse({ url, apiKey }: Profile): Promise<boolean> {
  const request = { headers: { "x-api-key": apiKey }, redirect: "manual", signal: AbortSignal.timeout(2_000) } as const;
  const answer = await fetch(url.replace(/\/+$/, "") + operations.getKey.path, request).catch(() => undefined);
  return answer?.headers.has("ratelimit-policy") ?? false;
}

/** The name of the profile of the installation in a data directory. */
export function findOwnProfile({ profiles }: Profiles, dataDir: string): string | undefined {
  return Object.keys(profiles).find((name) => profiles[name]!.madeBy === dataDir);
}

function describe(name: string, current: string, file: string): Note {
  const option = name === current ? "" : ` --profile ${name}`;
  return {
    profile: `${name}, with this key, in ${file}`,
    command: `${commandName} send${option} +12025550123 "Hello from the terminal"`,
  };
}

function freeName({ profiles }: Profiles): string {
  let name = preferredName;
  for (let count = 2; Object.hasOwn(profiles, name); count += 1) name = `${preferredName}-${count}`;
  return name;
}
