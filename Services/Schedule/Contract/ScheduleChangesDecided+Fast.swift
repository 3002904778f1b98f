public import Documents

extension ScheduleChangesDecided: AnnouncedChanges {}
