import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const MediaDeletionSchema = defineEntity({
  name: "MediaDeletion",
  tableName: "media_deletion",
  properties: {
    teamId: p.uuid().primary(),
    mediaId: p.uuid().primary(),
    createdAt: timestamp(),
  },
});

/** An object of the S3 store that is to be deleted. The row goes once the object is gone. */
export class MediaDeletion extends MediaDeletionSchema.class {}
MediaDeletionSchema.setClass(MediaDeletion);
