import { expect, test } from 'vitest'
import { isOwnPath } from './own-path.ts'

test.each(['/', '/pet-reports?tab=found#top'])('%s is a path of this site', (path) =>
  expect(isOwnPath(path)).toBe(true),
)

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  '%j is none',
  (path) => expect(isOwnPath(path)).toBe(false),
)
