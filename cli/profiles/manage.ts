import { type ConnectionOptions, connect } from "../connection/connect.ts";
import {
  type Profile,
  type Profiles,
  profilesFile,
  readProfiles,
  redact,
  writeProfiles,
} from "../connection/profiles-file.ts";
import { Failure } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import type { Row, View } from "../output/results.ts";

const view: View = { id: "name" };

/** `messaging profiles list` */
export async function listProfiles(io: Io, options: OutputOptions): Promise<void> {
  const saved = await readProfiles(io.env);
  await writeResult(
    io,
    options,
    Object.keys(saved.profiles).map((name) => present(saved, name)),
    view,
  );
}

/** `messaging profiles show` */
export async function showProfile(io: Io, options: OutputOptions & ConnectionOptions, name?: string): Promise<void> {
  if (name !== undefined) return writeResult(io, options, present(await readProfiles(io.env), name), view);
  const { url, apiKey, country, source } = await connect(io, options);
  const shown = { url, apiKey: apiKey === undefined ? null : redact(apiKey), country: country ?? null, source };
  await writeResult(io, options, { ...shown, file: await profilesFile(io.env) }, { id: "url" });
}

/** `messaging profiles use` */
export async function chooseProfile(io: Io, options: OutputOptions, name: string): Promise<void> {
  const saved = await readProfiles(io.env);
  find(saved, name);
  const changed = { ...saved, current: name };
  await writeProfiles(io.env, changed);
  await writeResult(io, options, present(changed, name), view);
}

/** `messaging profiles remove` */
export async function removeProfile(io: Io, options: OutputOptions, name: string): Promise<void> {
  const saved = await readProfiles(io.env);
  const shown = present(saved, name);
  const { [name]: _, ...profiles } = saved.profiles;
  const current = saved.current === name ? undefined : saved.current;
  await writeProfiles(io.env, { current, profiles });
  if (current === undefined)
    tell(io, "There is no current profile now. Choose a profile with `messaging profiles use NAME`.");
  await writeResult(io, options, { ...shown, current: false }, view);
}

function present(saved: Profiles, name: string): Row {
  const { url, apiKey, country } = find(saved, name);
  return { name, current: saved.current === name, url, apiKey: redact(apiKey), country: country ?? null };
}

function find({ profiles }: Profiles, name: string): Profile {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  throw new Failure("notFound", `There is no profile ${name}.`, {
    hint: "`messaging profiles list` lists the profiles.",
  });
}
