import { expect, test } from 'vitest'
import { readTable } from './csv-table.ts'

const columns = ['sku', 'name', 'tax_class'] as const

function read(file: string, limits = { lines: 100, bytes: 100_000 }) {
  const problems: string[] = []
  const table = readTable(file, {
    columns,
    needed: ['sku', 'name'],
    limits,
    note: (line, column, problem, detail) =>
      void problems.push(
        [line, column, problem, detail]
          .filter((part) => part !== null)
          .join(' ')
          .trim(),
      ),
  })
  if (typeof table === 'string') return table
  if (problems.length > 0) return problems
  return table.rows.map(({ line, cells }) => `${line}: ${Object.values(cells).join('|')}`)
}

const oats = ['2: A|Oats|food', '3: B|Rye|food']

test('a table is read whatever separates its cells', () => {
  for (const delimiter of [',', ';', '\t']) {
    const lines = [
      ['sku', 'name', 'tax_class'],
      ['A', 'Oats', 'food'],
      ['B', '"Rye"', 'food'],
    ].map((cells) => cells.join(delimiter))
    expect(read(lines.join('\n')), delimiter).toEqual(oats)
  }
  expect(read('sku;name;tax_class\nA;Oats, rolled;food')).toEqual(['2: A|Oats, rolled|food'])
})

test('lines end as they like, also differently in one file, and keep their numbers', () => {
  for (const [first, next] of [
    ['\r\n', '\n'],
    ['\n', '\r\n'],
    ['\r', '\r'],
    ['\r\n', '\r\n'],
  ])
    expect(read(`sku,name,tax_class${first}A,Oats,food${next}B,Rye,food${next}`)).toEqual(oats)
  expect(read('sku,name\n\n\nA,"Oats\nrolled"\r\n\r\nB,Rye')).toEqual(['4: A|Oats\nrolled|', '7: B|Rye|'])
})

test('a first line that names the delimiter for Excel is taken as that', () => {
  expect(read('sep=,\nsku,name\nA,Oats')).toEqual(['3: A|Oats|'])
  expect(read('\u{feff}sep=;\r\nsku;name\r\nA;Oats')).toEqual(['3: A|Oats|'])
  expect(read('"sep=|"\nsku|name\nA|Oats')).toEqual(['3: A|Oats|'])
})

test('empty rows and columns around the table are left out, but a column with cells needs a name', () => {
  expect(read('sku,name,tax_class,,\nA,Oats,food,,\n,,,,\nB,Rye,food,,\n , ,,,\n,,,,')).toEqual([
    '2: A|Oats|food',
    '4: B|Rye|food',
  ])
  expect(read('sku,,name\nA,,Oats')).toEqual(['2: A|Oats|'])
  expect(read('sku,name,\nA,Oats,seen')).toEqual(['1 column_unknown column 3, without a name'])
  expect(read('sku,name\n,,\n')).toBe('empty')
})

test('the head may be written with capitals, blanks and hyphens', () => {
  expect(read('\u{feff}SKU, Name ,Tax class\nA,Oats,food')).toEqual(['2: A|Oats|food'])
  expect(read('sku,name,TAX-CLASS\nA,Oats,food')).toEqual(['2: A|Oats|food'])
})

test('a file without any of our columns has one fault, not a problem in each line', () => {
  expect(read('Artikel;Preis\nA;1\nB;2')).toBe('columns')
  expect(read('A,Oats,food\nB,Rye,food')).toBe('columns')
  expect(read('sku,cost\nA,1')).toEqual(['1 column_unknown cost', '1 column_missing name'])
})

test('a damaged letter is a problem of its line; many are one of the file', () => {
  expect(read('sku,name\nA,Oats\nB,Caf\u{fffd}')).toEqual(['3 name damaged'])
  const many = Array.from({ length: 21 }, (_, n) => `S${n},Caf\u{fffd}`)
  expect(read(['sku,name', ...many].join('\n'))).toBe('encoding')
  expect(read('s\0k\0u\0')).toBe('encoding')
})

test('a wrong number of cells and a missing quotation mark are noted with their line', () => {
  expect(read('sku,name\nA,Oats,x\nB,Rye\nC')).toEqual(['2 cells 2', '4 cells 2'])
  expect(read('sku,name\nA,"Oats')).toEqual(['2 broken'])
})

test('a file that is too long is refused before its lines are read', () => {
  expect(read('sku,name\nA,a\nB,b\nC,c', { lines: 2, bytes: 1000 })).toBe('too_long')
  expect(read('sku,name\nA,a', { lines: 2, bytes: 10 })).toBe('too_long')
  // Empty rows don't count.
  expect(read(`sku,name\nA,a\n${',\n'.repeat(500)}B,b`, { lines: 2, bytes: 10_000 })).toHaveLength(2)
})
