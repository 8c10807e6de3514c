import { defineConfig } from 'vitest/config'

const shared = {
  setupFiles: ['src/kernel/testing/console-guard.ts'],
  // Files share their process's modules, because importing them would take a third of the time. They share no data: each
  // opens its own world, and restores whatever it replaces.
  isolate: false,
}

export default defineConfig({
  test: {
    // Three forks on CI's two cores, because a third of the time they wait: for Postgres, or for a clock.
    pool: 'forks',
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/web/*.test.ts'],
          exclude: ['**/server/**', 'src/app/*.test.ts'],
          ...shared,
          // Generous, so that a busy machine doesn't fail a test but a hanging one still ends.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['src/**/server/**/*.test.ts', '{src/app,db/seed,scripts}/*.test.ts'],
          globalSetup: ['src/kernel/testing/global-setup.ts'],
          ...shared,
          // In CI a machine may stall for seconds; a test that needed its second try is listed at the end.
          retry: process.env['CI'] ? 1 : 0,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
