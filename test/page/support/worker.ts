import { afterAll, beforeAll } from "vitest";
import { createLog } from "../../../server/log.ts";
import { startWorker, type Worker } from "../../../server/process/worker.ts";
import type { TestApp } from "../../support/app.ts";
import { secretKey } from "../../support/passcodes.ts";
import { testFiles } from "../../support/webhooks.ts";

/**
 * Runs the jobs of a server during the tests of a file, as its process would: texts are delivered, and replies arrive. Posts go
 * to the private addresses that are given, by default to none.
 */
export function useWorker(app: TestApp, webhookAllowPrivate: string[] = []): void {
  let worker: Worker | undefined;
  beforeAll(async () => {
    const { database } = app;
    worker = await startWorker({
      database,
      secretKey,
      log: createLog("silent"),
      listensToEvents: true,
      callbackRetentionDays: 1,
      webhookAllowPrivate,
      files: testFiles(app),
    });
  });
  afterAll(() => worker?.stop());
}
