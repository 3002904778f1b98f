import GatewayAPI

/// What each target is for, of all that there are. The page of a role can do what is here, whatever it asks for.
enum Rights {
  /// Changes nothing, and tells only what may be known to those who follow the events: as keys of observers have it.
  static let reading: Set<String> = [
    "standups.list", "standups.get", "standups.followUps", "standups.meetingPart",
    "standups.search", "standups.status",
    "meetings.get", "meetings.live",
    "events.heads", "events.snapshot", "events.replay",
    "timer.get", "timer.list", "transcription.authorization",
    "focus.get", "focus.items", "focus.item",
    "schedule.get", "schedule.list", "schedule.next", "schedule.calendar",
    "router.health", "router.services", "router.bindings", "bridge.status", "cells.list",
  ]

  /// Changes something, or shows what is for those who run it.
  static let operating: Set<String> = [
    "standups.create", "standups.edit", "standups.absent", "standups.present", "standups.delete",
    "standups.deleteMeeting", "standups.note", "standups.finishFollowUp",
    "standups.discard", "standups.import", "standups.importPart", "standups.importAll",
    "standups.importProgress", "standups.findPerson", "standups.forgetPerson", "standups.export",
    "standups.answer", "standups.unreadable",
    "meetings.start", "meetings.next", "meetings.postpone", "meetings.extend", "meetings.absent",
    "meetings.present",
    "meetings.pause",
    "meetings.resume",
    "meetings.end", "meetings.answer",
    "transcription.audio", "transcription.authorize",
    "timer.start", "timer.pause", "timer.resume", "timer.skip", "timer.cancel",
    "focus.setTitle", "focus.start", "focus.stop", "focus.delete", "focus.forget",
    "schedule.set", "schedule.remove",
    "webhooks.add", "webhooks.list", "webhooks.get", "webhooks.remove", "webhooks.pause",
    "webhooks.resume", "webhooks.test",
    "persistence.backup", "persistence.backupProgress", "persistence.heads",
    "archive.contents", "archive.digests", "archive.documents", "archive.restore", "archive.finish",
    "events.publish", "router.trace", "router.traces", "router.deadLetters", "router.connections",
    "gateway.invite", "gateway.calendar", "gateway.sessions", "gateway.revoke",
    "bridge.rebuild", "bridge.removeStream", "cells.share", "cells.add", "cells.move",
    "cells.digests", "cells.receive", "cells.take",
  ]

  /// Whether somebody may send a target. One that is not known here is for nobody.
  static func allows(_ role: WebRole, _ target: String) -> Bool {
    switch role {
    case .observer: reading.contains(target)
    case .operator: reading.contains(target) || operating.contains(target)
    }
  }

  /// Whether anybody may send it.
  static func knows(_ target: String) -> Bool { allows(.operator, target) }
}
