import { expect, test } from 'vitest'
import { importsOf, places } from './direct-imports.ts'

const index = `export { PetCard } from './PetCard.tsx'
export { poundsOf, type TypedWeight } from './weight.ts'
export { default as Report } from './report/Report.tsx'
export const own = 1
`

test('a name is imported from the module that has it', () => {
  expect(importsOf(' PetCard, poundsOf as pounds, Report ', 'pets/web', places(index))).toBe(
    "import { PetCard as PetCard } from '#/pets/web/PetCard.tsx';" +
      "import { poundsOf as pounds } from '#/pets/web/weight.ts';" +
      "import { default as Report } from '#/pets/web/report/Report.tsx';",
  )
})

test('what an index has of its own is still imported from it', () => {
  expect(importsOf('own', 'pets/web', places(index))).toBe(
    "import { own as own } from '#/pets/web/index.ts';",
  )
})
