import GatewayAPI

/// Rights of the roles, for every target of the bus. A visitor can send only the targets listed
/// here.
enum Rights {
  /// Targets that change nothing and reveal only information for subscribers of the events; the
  /// same as for observer keys.
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

  /// Targets that change something, or that reveal operational information.
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

  /// True if a role may send a target. Unknown targets are denied.
  static func allows(_ role: WebRole, _ target: String) -> Bool {
    switch role {
    case .observer: reading.contains(target)
    case .operator: reading.contains(target) || operating.contains(target)
    }
  }

  /// True if any role may send the target.
  static func knows(_ target: String) -> Bool { allows(.operator, target) }
}
