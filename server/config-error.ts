/** Reports invalid settings, all of them at once, or what a setting names and this process cannot use. */
export class ConfigError extends Error {}
