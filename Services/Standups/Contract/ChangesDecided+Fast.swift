public import Documents

extension ChangesDecided: AnnouncedChanges {}
