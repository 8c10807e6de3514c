/** Prepares the window for each test, and checks that nothing was asked without an answer. */
import '#/kernel/testing/console-guard.ts'
import { afterEach, beforeEach } from 'vitest'
import { showIn } from './accessible.ts'
import { endAnswers, interceptRequests } from './answers.ts'
import { closePage } from './open-page.tsx'
import { answerShell } from './shell.ts'

interceptRequests()

beforeEach(() => {
  showIn('light')
  answerShell()
})

afterEach(async () => {
  await closePage()
  const problems = endAnswers()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})
