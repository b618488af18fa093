import type { Note } from "../../server/announce.ts";
import type { Installation } from "../../server/start.ts";
import { type Profiles, profilesFile, readProfiles, writeProfiles } from "../profiles.ts";

const preferredName = "local";

/**
 * Keeps a newly made installation as a profile, so that commands find it, and says so. Another profile is
 * never replaced: it takes the first free name of `local`, `local-2`, …, and becomes current only if none is. When the
 * installation answers at another address later on, its profile follows. Only an installation with a database of its own
 * is kept: the keys of others are their operators' business.
 */
export async function keepProfile(env: NodeJS.ProcessEnv, installation: Installation): Promise<Note | undefined> {
  const { dataDir, url, firstKey } = installation;
  if (dataDir === undefined) return undefined;
  try {
    const before = await readProfiles(env);
    // One that an installation in this place made before: if that begins anew, the old key is worth nothing.
    const own = ownProfile(before, dataDir);
    if (firstKey !== undefined) {
      const name = own ?? freeName(before);
      const current = before.current ?? name;
      await writeProfiles(env, {
        current,
        profiles: { ...before.profiles, [name]: { url, apiKey: firstKey, madeBy: dataDir } },
      });
      return describe(name, current, await profilesFile(env));
    }
    const profile = own === undefined ? undefined : before.profiles[own];
    if (own === undefined || !profile || profile.url === url) return undefined;
    await writeProfiles(env, { ...before, profiles: { ...before.profiles, [own]: { ...profile, url } } });
    return { profile: `${own}, which goes to ${url} now` };
  } catch (error) {
    // The server runs without it.
    return { profile: `none is kept: ${(error as Error).message}` };
  }
}

/** The name of the profile that the installation in a data directory keeps, with the address that it announced last. */
export function ownProfile({ profiles }: Profiles, dataDir: string): string | undefined {
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
