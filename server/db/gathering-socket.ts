import { Socket } from "node:net";

/**
 * A socket that sends the statements of one turn of the event loop in one piece, at its end: that is one system call,
 * and the database's process is woken once. The driver corks it for each statement.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
