import { defineEntity, p } from "@mikro-orm/core";
import { teamRelation } from "../columns.ts";
import { Media } from "./media.ts";

const MediaPartSchema = defineEntity({
  name: "MediaPart",
  tableName: "media_part",
  properties: {
    teamId: p.uuid().primary(),
    mediaId: p.uuid().primary(),
    number: p.smallint().primary(),
    media: () => teamRelation(Media, "media_id"),
    bytes: p.blob(),
  },
});

/** A part of a file in the database, numbered from 0. All parts but the last have the same size. */
export class MediaPart extends MediaPartSchema.class {}
MediaPartSchema.setClass(MediaPart);
