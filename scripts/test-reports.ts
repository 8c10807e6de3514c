import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './steps.ts'

type Named = { name: string; detail: string }

/** The result of a part of the test command. Flaky tests failed first and passed at their second try. */
export type Part = { passed: number; flaky: Named[]; failures: Named[] }

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

/** Undefined without a report, as after a crash. A file that didn't load counts as one failure. */
export async function readVitest(file: string): Promise<Part | undefined> {
  const report = await readReport<VitestReport>(file)
  if (!report) return undefined
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      status,
      name: `${relative(root, name)} › ${fullName}`,
      detail: brief(failureMessages.join('\n')),
    })),
  )
  const unloaded = report.testResults
    .filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed))
    .map(({ name, message }) => ({ name: relative(root, name), detail: brief(message) }))
  return {
    passed: report.numPassedTests,
    // Vitest also keeps the first try's errors.
    flaky: tests.filter(({ status, detail }) => status === 'passed' && detail).map(named),
    failures: [...tests.filter(isFailed).map(named), ...unloaded],
  }
}

/** Counts each file's component tests, for the budget: in a browser, they can't write their counts. */
export async function countComponents(file: string): Promise<{ file: string; tests: number }[]> {
  const report = await readReport<VitestReport>(file)
  return (report?.testResults ?? [])
    .filter(({ name }) => name.endsWith('.browser.test.tsx'))
    .map(({ name, assertionResults }) => ({ file: relative(root, name), tests: assertionResults.length }))
}

/** Undefined without a report. */
export async function readPlaywright(file: string): Promise<Part | undefined> {
  const report = await readReport<PlaywrightReport>(file)
  if (!report) return undefined
  const stories = report.suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      status,
      name: `[${projectName}] ${file}:${line} › ${title}`,
      detail: brief(results.findLast(({ error }) => error)?.error?.message ?? ''),
    })),
  )
  return {
    passed: report.stats.expected + report.stats.flaky,
    flaky: stories.filter(({ status }) => status === 'flaky').map(named),
    failures: stories.filter(({ status }) => status === 'unexpected').map(named),
  }
}

const isFailed = ({ status }: { status: string }) => status === 'failed'
const named = ({ name, detail }: Named): Named => ({ name, detail })

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
