import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './steps.ts'

/** What a part of the test command came to. */
export type Part = { passed: number; failures: { name: string; detail: string }[] }

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    line: number
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
}
type PlaywrightReport = { stats: { expected: number; flaky: number }; suites: PlaywrightSuite[] }

/** Undefined when there is no report, as after an end in the middle. A file that did not even load is one failure. */
export async function readVitest(file: string): Promise<Part | undefined> {
  const report = await readReport<VitestReport>(file)
  if (!report) return undefined
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ name: `${path} › ${test.fullName}`, detail: brief(test.failureMessages.join('\n')) }))
    return status === 'failed' && failed.length === 0 ? [{ name: path, detail: brief(message) }] : failed
  })
  return { passed: report.numPassedTests, failures }
}

/** Undefined when there is no report. A story that passed at the second try has passed. */
export async function readPlaywright(file: string): Promise<Part | undefined> {
  const report = await readReport<PlaywrightReport>(file)
  if (!report) return undefined
  const failures = report.suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter((test) => test.status === 'unexpected')
      .map(({ projectName, results }) => ({
        name: `[${projectName}] ${file}:${line} › ${title}`,
        detail: brief(results.at(-1)?.error?.message ?? ''),
      })),
  )
  return { passed: report.stats.expected + report.stats.flaky, failures }
}

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function brief(message: string): string {
  return stripVTControlCharacters(message).split('\n').slice(0, 15).join('\n')
}

async function readReport<Report>(file: string): Promise<Report | undefined> {
  return readFile(file, 'utf8').then(
    (content) => JSON.parse(content) as Report,
    () => undefined,
  )
}
