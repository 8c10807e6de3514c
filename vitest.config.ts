import { defineConfig } from 'vitest/config'

const shared = {
  setupFiles: ['src/kernel/testing/console-guard.ts'],
  // Files share the modules of their process, whose import would else be a third of the time. They share no data: each
  // opens a world of its own, and what a test replaces, it restores.
  isolate: false,
}

export default defineConfig({
  test: {
    // Two forks: the machine that counts has two cores, and Postgres wants its share.
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/web/*.test.ts'],
          exclude: ['**/server/**', 'src/app/*.test.ts'],
          ...shared,
          // A busy machine is no failure; what hangs still ends.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['src/**/server/**/*.test.ts', '{src/app,db/seed,scripts}/*.test.ts'],
          globalSetup: ['src/kernel/testing/global-setup.ts'],
          ...shared,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
