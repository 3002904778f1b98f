"""Runs the tests of the page, and repeats those that failed once.

  python run.py [TEST...]     default: all tests of this directory

A browser on a busy machine may fail a test by chance, which says nothing about the change under test. A test that fails and
then passes, in another browser and with another gateway, is therefore printed as “REPEATED:”, and does not fail the run;
scripts/steps shows it in its table, because the test has to be repaired. Many failures at once are not repeated.
"""
import sys
import unittest

#: More failures than this have a common cause.
MAX_REPEATED = 3


def failed(result):
    """The names of the tests that failed, each once; None if something else failed, such as the start of the browser."""
    tests = [getattr(test, "test_case", test) for test, _ in [*result.failures, *result.errors]]
    if not all(isinstance(test, unittest.TestCase) for test in tests):
        return None
    return list(dict.fromkeys(test.id() for test in [*tests, *result.unexpectedSuccesses]))


def run(suite, stream=None):
    """Runs a suite; true if each test passed, at first or when it was repeated."""
    result = unittest.TextTestRunner(stream).run(suite)
    names = failed(result)
    if not result.testsRun or names is None or len(names) > MAX_REPEATED:
        return False
    for name in names:
        print(f"\nRepeating {name}", file=stream or sys.stderr, flush=True)
        again = unittest.TextTestRunner(stream).run(unittest.defaultTestLoader.loadTestsFromName(name))
        if not again.testsRun or not again.wasSuccessful():
            return False
    for name in names:
        print(f"REPEATED: {name}", file=stream or sys.stderr, flush=True)
    return True


def main():
    names = sys.argv[1:]
    loader = unittest.defaultTestLoader
    sys.exit(0 if run(loader.loadTestsFromNames(names) if names else loader.discover(".")) else 1)


if __name__ == "__main__":
    main()
