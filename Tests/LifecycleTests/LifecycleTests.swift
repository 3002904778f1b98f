// room: LifecycleTests
