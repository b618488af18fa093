import type { Note } from "../../server/process/announce.ts";
import type { Installation } from "../../server/process/start.ts";
import { type Profiles, profilesFile, readProfiles, writeProfiles } from "../connection/profiles-file.ts";

const preferredName = "local";

/**
 * Saves a new installation as a profile, so that commands find it, and returns a note about it. The profile gets the
 * first free name of `local`, `local-2`, …, and becomes current only if no profile is. It never replaces another
 * profile, except for one of an earlier installation in the same data directory. If the installation's address changes
 * later, the profile is updated. Only an installation with an embedded database gets a profile; for other databases,
 * operators manage the keys.
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
    await writeProfiles(env, { ...saved, profiles: { ...saved.profiles, [ownName]: { ...profile, url } } });
    return { profile: `${ownName}, with the new address ${url}` };
  } catch (error) {
    // The server runs without a profile.
    return { profile: `not saved: ${(error as Error).message}` };
  }
}

/** The name of the profile of the installation in a data directory. */
export function findOwnProfile({ profiles }: Profiles, dataDir: string): string | undefined {
  return Object.keys(profiles).find((name) => profiles[name]!.madeBy === dataDir);
}

function describe(name: string, current: string, file: string): Note {
  const option = name === current ? "" : ` --profile ${name}`;
  return {
    profile: `${name}, with this key, in ${file}`,
    command: `npx messaging send${option} +12025550123 "Hello from the terminal"`,
  };
}

function freeName({ profiles }: Profiles): string {
  let name = preferredName;
  for (let count = 2; Object.hasOwn(profiles, name); count += 1) name = `${preferredName}-${count}`;
  return name;
}
