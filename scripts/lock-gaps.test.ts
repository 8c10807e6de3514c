import { expect, test } from 'vitest'
import { type Lock, lockGaps } from './lock-gaps.ts'

const integrity = 'sha512-x'
const build = (os: string, cpu: string) => ({ integrity, os: [os], cpu: [cpu] })

function wholeLock(): Lock {
  return {
    packages: {
      '': { dependencies: { tool: '1.0.0' }, devDependencies: { watcher: '1.0.0' } },
      'node_modules/tool': {
        integrity,
        dependencies: { part: '2.0.0', watcher: '1.0.0' },
        optionalDependencies: {
          '@tool/linux-x64': '1.0.0',
          '@tool/linux-arm64': '1.0.0',
          '@tool/darwin-x64': '1.0.0',
          '@tool/darwin-arm64': '1.0.0',
        },
      },
      'node_modules/tool/node_modules/part': { integrity, dependencies: { piece: '1.0.0' } },
      'node_modules/tool/node_modules/piece': { integrity },
      'node_modules/@tool/linux-x64': build('linux', 'x64'),
      'node_modules/@tool/linux-arm64': build('linux', 'arm64'),
      'node_modules/@tool/darwin-x64': build('darwin', 'x64'),
      'node_modules/@tool/darwin-arm64': build('darwin', 'arm64'),
      'node_modules/watcher': { integrity, optionalDependencies: { fsevents: '2.0.0' } },
      'node_modules/fsevents': { integrity, os: ['darwin'] },
    },
  }
}

test('a whole lock has no gaps', () => {
  expect(lockGaps(wholeLock())).toEqual([])
})

test('a dependency without an entry is found, at any depth', () => {
  const { packages } = wholeLock()
  delete packages['node_modules/fsevents']
  delete packages['node_modules/tool/node_modules/piece']
  expect(lockGaps({ packages })).toEqual([
    'node_modules/tool/node_modules/part names piece, which has no entry',
    'node_modules/watcher names fsevents, which has no entry',
  ])
})

test('a package that is not built for one of our platforms is found', () => {
  const { packages } = wholeLock()
  delete packages['node_modules/tool']!.optionalDependencies!['@tool/darwin-arm64']
  expect(lockGaps({ packages })).toEqual(['node_modules/tool has no build for darwin arm64'])
})

test('a download address and a missing hash are found', () => {
  const { packages } = wholeLock()
  packages['node_modules/watcher'] = { resolved: 'https://registry.example/watcher.tgz' }
  expect(lockGaps({ packages })).toEqual([
    'node_modules/watcher has a download address',
    'node_modules/watcher has no integrity hash',
  ])
})
