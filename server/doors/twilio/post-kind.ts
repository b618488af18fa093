import type { Log } from "../../log.ts";
import type { FileMeans } from "../../operations/scope.ts";
import { signForm } from "../../provider/twilio/signature.ts";
import type { DoorPost } from "../../webhooks/queue/door-posts.ts";
import { secretUnreadable, type TargetKind } from "../../webhooks/target-kind.ts";
import { findDoorTokens } from "../secrets.ts";
import { fieldsOf } from "./post-fields.ts";
import { maxTwimlBytes, queueAnswers } from "./twiml/queue-answers.ts";

export interface TwilioPostServices {
  files: Pick<FileMeans, "link">;
  log: Pick<Log, "info">;
}

/** How long the address of a file of an inbound text is valid: the maximum of all links to files. */
const linkSeconds = 86_400;

/**
 * Makes the kind of a host that gets posts in the form of Twilio. The token of the mode of a text signs them, which the
 * command `twilio-credentials` makes. Twilio has one signature header, so a replaced token signs no more.
 */
export const createTwilioPosts = ({ files, log }: TwilioPostServices): TargetKind => ({
  noun: "door webhook",
  readState: async () => ({}),

  async readSigner(em, sealer, { teamId }) {
    const tokens = await findDoorTokens(em, sealer, { teamId, door: "twilio" });
    return ({ id, url, payload }, startedAt) => {
      const post = JSON.parse(payload) as DoorPost;
      const token = tokens.find(({ testMode }) => testMode === post.testMode)?.token;
      if (token === undefined) return { error: secretUnreadable };
      const fields = fieldsOf(teamId, post, (file) => files.link(file, startedAt, linkSeconds).url);
      return {
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": signForm(token, url, fields),
          "i-twilio-idempotency-token": id,
          ...(post.testMode && { "x-test-mode": "true" }),
        },
        body: new URLSearchParams(fields).toString(),
        ...(post.type === "inbound" && { answerBytes: maxTwimlBytes }),
      };
    };
  },

  acceptAnswers: (tx, attempts) => queueAnswers(tx, attempts, log),

  /** The statuses of a text leave in their order, and so do the inbound texts of a thread. */
  orderKeyOf(payload) {
    const post = JSON.parse(payload) as DoorPost;
    return post.type === "status" ? post.messageId : post.threadId;
  },
});
