import { Socket } from "node:net";

/**
 * A socket that sends the statements of one tick in a single write: one system call, and PostgreSQL wakes up once.
 *
 * Promises: the order of the statements stays.
 * Costs: a statement is sent at the end of its tick and not at once.
 * Preconditions: the driver corks and uncorks the socket for each statement, as `pg` does.
 */
export class CorkedSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
