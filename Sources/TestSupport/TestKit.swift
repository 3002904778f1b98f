// The tests of this package use the test kit that other packages get.
@_exported public import StandupsTestKit
