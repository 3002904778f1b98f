public import Documents

extension FocusChangesDecided: AnnouncedChanges {}
