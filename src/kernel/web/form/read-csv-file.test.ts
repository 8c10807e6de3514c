import { expect, test } from 'vitest'
import { readCsvFile } from './read-csv-file.ts'

const read = (...bytes: number[]) => readCsvFile(new Blob([new Uint8Array(bytes)]))

test('UTF-8 and UTF-16 with its mark are read as they are, without the mark', async () => {
  const known = { text: 'é', guessed: null }
  expect(await read(0xc3, 0xa9)).toEqual(known)
  expect(await read(0xef, 0xbb, 0xbf, 0xc3, 0xa9)).toEqual(known)
  expect(await read(0xff, 0xfe, 0xe9, 0x00)).toEqual(known)
  expect(await read(0xfe, 0xff, 0x00, 0xe9)).toEqual(known)
  expect(await read()).toEqual({ text: '', guessed: null })
})

test('bytes that aren’t UTF-8 are read as Windows wrote them, which is a guess', async () => {
  // The dash and the euro sign are Windows' own.
  expect(await read(0x43, 0xe9, 0x20, 0x96, 0x80)).toEqual({ text: 'Cé –€', guessed: 'Windows-1252' })
})

test('a damaged letter of a file in UTF-8 stays one', async () => {
  expect(await read(0xef, 0xbf, 0xbd)).toEqual({ text: '\u{fffd}', guessed: null })
})
