import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { visitSchema } from '#/appointments/shapes.ts'
import { petCareSchema } from '#/pets/contract.ts'
import { reportSchema } from '#/reports/shapes.ts'
import { helpTopics } from '#/support/help-articles.ts'
import { listEndpoints } from './access.ts'

type Claim = {
  article: string
  /** A sentence in the article. */
  says: string
  /** The endpoint it is about, its rows according to docs/access.md, and the fields that its answer has or lacks. */
  endpoint: string
  rows: string
  answer?: z.ZodObject
  shows?: readonly string[]
  hides?: readonly string[]
}

const care = ['sizeLbs', 'allergies', 'conditions', 'medicines', 'temperament', 'vaccinations', 'sex']

const claims: readonly Claim[] = [
  {
    article: 'book-a-vet',
    says: 'Once the visit is confirmed, the vet sees your email address and the phone number in your profile.',
    endpoint: 'appointments.visits',
    rows: 'appointments',
    answer: visitSchema.shape.owner as unknown as z.ZodObject,
    shows: ['email', 'phone'],
  },
  {
    article: 'book-a-vet',
    says: 'They can’t see either before.',
    endpoint: 'appointments.visits',
    rows: 'appointments',
  },
  {
    article: 'who-sees-pets',
    says: 'When you send a booking request to a vet, trainer, stylist or sitter, they see the pet’s name, kind, breed and photo with your request.',
    endpoint: 'appointments.visits',
    rows: 'appointments',
    answer: visitSchema.shape.pets.element as unknown as z.ZodObject,
    shows: ['name', 'species', 'breed', 'photoUrl'],
    hides: care,
  },
  {
    article: 'who-sees-pets',
    says: 'Once they accept, and until 14 days after the booking ends, they see what they need to care for your pet: age, sex, weight, allergies, conditions, medicines, temperament, vaccinations with their certificates, and your care notes.',
    endpoint: 'appointments.visitPet',
    rows: 'links to its certificates, from acceptance to 14 days after the end',
    answer: petCareSchema,
    shows: [...care, 'feedingNotes', 'toiletNotes', 'walkNotes', 'fearNotes'],
  },
  {
    article: 'who-sees-pets',
    says: 'They never see the microchip number.',
    endpoint: 'appointments.visitPet',
    rows: 'the pet of an appointment',
    answer: petCareSchema,
    hides: ['microchip'],
  },
  {
    article: 'who-sees-pets',
    says: 'During that time, they can also read the visit notes that vets have signed.',
    endpoint: 'care.notes',
    rows: 'for a provider with an accepted booking of the pet signed notes, until 14 days after its end',
  },
  {
    article: 'report-privacy',
    says: 'Only you see the exact place, the microchip number and the secret mark.',
    endpoint: 'reports.report',
    rows: 'without its private parts; of the caller’s own, all of it',
    answer: reportSchema,
    hides: ['exactPlace', 'exactPosition', 'microchip', 'secretMark'],
  },
]

const articles = new Map(helpTopics.flatMap(({ articles }) => articles).map((one) => [one.id, one]))
const textOf = (id: string) => JSON.stringify(articles.get(id)!.blocks)

test.each(claims)(
  'Help says of $article: $says',
  async ({ article, says, endpoint, rows, answer, ...fields }) => {
    expect(textOf(article)).toContain(says)
    expect(listEndpoints().find(({ name }) => name === endpoint)?.rows).toContain(rows)
    const access = await readFile(new URL('../../docs/access.md', import.meta.url), 'utf8')
    expect(access.split('\n').find((line) => line.includes(`\`${endpoint}\``))).toContain(rows)
    const has = Object.keys(answer?.shape ?? {})
    expect(has).toEqual(expect.arrayContaining([...(fields.shows ?? [])]))
    expect(has.filter((field) => fields.hides?.includes(field))).toEqual([])
  },
)

test('each sentence of Help on what a vet sees is among the claims', () => {
  const sentences = [...articles.values()].flatMap(({ blocks }) =>
    blocks.flatMap((block) => (typeof block === 'string' ? (block.match(/[^.?!]+[.?!]/g) ?? []) : [])),
  )
  const ofSeeing = sentences
    .map((one) => one.trim())
    .filter((one) => /\b(vet|they)\b.*\b(sees?|reads)\b/i.test(one))
  expect(ofSeeing.length).toBeGreaterThan(3)
  const others = ofSeeing.filter((one) => !claims.some(({ says }) => says.includes(one)))
  expect(others).toEqual([])
})
