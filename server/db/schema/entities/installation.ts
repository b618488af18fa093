import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const InstallationSchema = defineEntity({
  name: "Installation",
  tableName: "installation",
  properties: {
    singleton: p.integer().primary().autoincrement(false),
    backedUpAt: timestamp().nullable(),
    oldTokenHash: p.string().length(64).nullable(),
    oldTokenNeededAt: timestamp().nullable(),
    lostSince: timestamp().nullable(),
  },
});

/**
 * The state of the installation, in at most one row. A restored database has no row, or one with `lostSince`, the time from
 * which callbacks may be missing. No live texts are sent then, until the operator changes that. `oldTokenHash` is that of the provider's previous auth token while it is configured, and
 * `oldTokenNeededAt` the last time when a callback needed it, or at first the time of its configuration.
 */
export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);

/** The key of the only row. */
export const onlyInstallation = 1;
