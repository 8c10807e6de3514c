import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs `close` after the running test or, outside of any, after the tests of the file. In a test, `afterAll` is too late. */
export function closeAfter(close: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)
}
