import { checks, runStep } from './steps.ts'

let failed = 0
for (const step of checks) {
  if (!(await runStep(step))) failed += 1
}
process.exitCode = failed > 0 ? 1 : 0
