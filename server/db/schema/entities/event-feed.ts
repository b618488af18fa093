import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";
import { Team } from "./team.ts";

const EventFeedSchema = defineEntity({
  name: "EventFeed",
  tableName: "event_feed",
  properties: {
    teamId: p.uuid().primary(),
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    isOpen: p.boolean(),
    openedSequence: p.bigint("string"),
    lastSequence: p.bigint("string"),
    recordedSince: timestamp().nullable(),
    usedAt: timestamp(),
  },
});

/**
 * The events of a team that has had listeners. Events are recorded while `isOpen`. Each opening starts after a gap, at
 * `openedSequence`, so that positions of an earlier opening are recognized. `recordedSince` is null until the opening has
 * committed. `usedAt` is the last use, within a day.
 */
export class EventFeed extends EventFeedSchema.class {}
EventFeedSchema.setClass(EventFeed);
