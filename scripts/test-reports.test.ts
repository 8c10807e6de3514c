import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './steps.ts'
import { readPlaywright, readVitest } from './test-reports.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pawfolk-reports-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, report: unknown) {
  const file = join(folder, name)
  await writeFile(file, JSON.stringify(report))
  return file
}

test('failed and flaky tests are named with their file, and a file that did not load is one failure', async () => {
  const file = await write('vitest.json', {
    numPassedTests: 7,
    testResults: [
      {
        name: join(root, 'src/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'it holds', status: 'passed', failureMessages: [] },
          { fullName: 'it wavers', status: 'passed', failureMessages: ['Timed out'] },
          {
            fullName: 'it breaks',
            status: 'failed',
            failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'],
          },
        ],
      },
      {
        name: join(root, 'src/b.test.ts'),
        status: 'failed',
        message: 'Cannot find module',
        assertionResults: [],
      },
    ],
  })
  expect(await readVitest(file)).toEqual({
    passed: 7,
    flaky: [{ name: 'src/a.test.ts › it wavers', detail: 'Timed out' }],
    failures: [
      { name: 'src/a.test.ts › it breaks', detail: 'expected 1 to be 2' },
      { name: 'src/b.test.ts', detail: 'Cannot find module' },
    ],
  })
})

test('failed and flaky browser stories are named with their width and place', async () => {
  const story = (title: string, status: string, message: string) => ({
    title,
    file: 'shell.spec.ts',
    line: 3,
    tests: [{ projectName: 'phone', status, results: [{ error: { message } }, {}] }],
  })
  const file = await write('playwright.json', {
    stats: { expected: 4, flaky: 1 },
    suites: [
      {
        specs: [story('it is quick', 'flaky', 'Too slow')],
        suites: [{ specs: [story('it opens', 'unexpected', 'Timed out')] }],
      },
    ],
  })
  expect(await readPlaywright(file)).toEqual({
    passed: 5,
    flaky: [{ name: '[phone] shell.spec.ts:3 › it is quick', detail: 'Too slow' }],
    failures: [{ name: '[phone] shell.spec.ts:3 › it opens', detail: 'Timed out' }],
  })
})

test('without a report there is nothing to count', async () => {
  expect(await readVitest(join(folder, 'none.json'))).toBeUndefined()
  expect(await readPlaywright(join(folder, 'none.json'))).toBeUndefined()
})
