import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes nginx's own configuration around a file, with everything in a directory, and returns its path. */
export function surround(directory: string, file: string): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(directory, kind)};`,
  );
  const main = join(directory, "nginx.conf");
  writeFileSync(join(directory, "messaging.conf"), file);
  writeFileSync(
    main,
    `daemon off; master_process off; pid ${join(directory, "pid")}; error_log stderr emerg;
     events {} http { access_log off; ${paths.join(" ")} include ${join(directory, "messaging.conf")}; }`,
  );
  return main;
}
