const defaults: Record<string, string> = {
  max_connections: "200",
  timezone: "UTC",
  log_timezone: "UTC",
  shared_buffers: "256MB",
  // Full pages after each checkpoint are most of what a busy server writes: fewer checkpoints, compressed pages.
  max_wal_size: "4GB",
  checkpoint_timeout: "15min",
  wal_compression: "pglz",
  random_page_cost: "1.1",
  // Compiling costs more than it saves on statements over a few rows.
  jit: "off",
  // The values in a failed statement are its caller's business, not the log's.
  log_min_error_statement: "panic",
};

/** The configuration file: defaults, `overrides`, and what keeps PostgreSQL on its socket, which nothing overrides. */
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
