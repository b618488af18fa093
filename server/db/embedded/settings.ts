const defaults: Record<string, string> = {
  max_connections: "200",
  timezone: "UTC",
  log_timezone: "UTC",
  shared_buffers: "256MB",
  // A busy server mostly writes the full pages after each checkpoint, so there are few checkpoints and compressed pages.
  max_wal_size: "4GB",
  checkpoint_timeout: "15min",
  wal_compression: "pglz",
  random_page_cost: "1.1",
  // For statements over a few rows, compiling costs more than it saves.
  jit: "off",
  // The values of a failed statement belong to its caller and not into the log.
  log_min_error_statement: "panic",
};

/** Renders the configuration file: defaults, `overrides`, and the settings that keep PostgreSQL on its socket. */
export function renderSettings(overrides: Record<string, string>, socketDirectory: string, port: number): string {
  const settings: Record<string, string> = {
    ...defaults,
    ...overrides,
    listen_addresses: "",
    port: String(port),
    // The value is a list; the inner quotes keep a comma in the path from separating it.
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'\n`)
    .join("");
}
