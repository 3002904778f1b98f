// room: Dependencies
