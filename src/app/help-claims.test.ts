import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { visitSchema } from '#/appointments/shapes.ts'
import { petCareSchema } from '#/pets/contract.ts'
import { reportSchema } from '#/reports/shapes.ts'
import { mostWeeks, noticeDays } from '#/shop/autoship-rules.ts'
import { daysToSend, hoursToReturn, hoursToReturnMedicine, timers } from '#/shop/order-states.ts'
import { daysToDecide, hoursToPayApproved } from '#/shop/prescriptions.ts'
import { cashFee, deliveryFee, freeDeliveryFrom, minutesToPayOrder, mostInCash } from '#/shop/rules.ts'
import { helpTopics } from '#/support/help-articles.ts'
import { blocksOf } from '#/support/late-answers.ts'
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
    article: 'book-a-trainer',
    says: 'Only the trainer sees it, until 14 days after the session. If it’s cancelled, they can’t see it any more.',
    endpoint: 'appointments.visits',
    rows: 'the owner’s home address from the confirmation until 14 days after the end',
    answer: visitSchema,
    shows: ['address'],
  },
  {
    article: 'book-a-stylist',
    says: 'Only the stylist sees it, until 14 days after the appointment. If it’s cancelled, they can’t see it any more.',
    endpoint: 'appointments.visits',
    rows: 'the owner’s home address from the confirmation until 14 days after the end',
    answer: visitSchema,
    shows: ['address'],
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
    says: 'During that time, they can also read the pet’s signed visit notes and those you added.',
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
const textOf = (id: string) => JSON.stringify(blocksOf(articles.get(id)!))

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
  const sentences = [...articles.values()].flatMap((article) =>
    blocksOf(article).flatMap((block) =>
      typeof block === 'string' ? (block.match(/[^.?!]+[.?!]/g) ?? []) : [],
    ),
  )
  const ofSeeing = sentences
    .map((one) => one.trim())
    .filter((one) => /\b(vet|they)\b.*\b(sees?|reads)\b/i.test(one))
  expect(ofSeeing.length).toBeGreaterThan(3)
  const others = ofSeeing.filter((one) => !claims.some(({ says }) => says.includes(one)))
  expect(others).toEqual([])
})

test('Help has the shop’s own numbers', () => {
  const rupees = (paise: number) => `₹${(paise / 100).toLocaleString('en-IN')}`
  for (const [article, says] of [
    ['cancel-order', `within ${daysToSend} days after packing`],
    ['cancel-order', `Within ${hoursToReturn / 24} days after the delivery`],
    ['cancel-order', `within ${hoursToReturnMedicine} hours, with a photo`],
    ['cancel-order', `after ${timers.return_asked!.days} days without an answer`],
    [
      'missing-parcel',
      `${timers.placed!.days} days to pack your order, and ${timers.packed!.days} more to send it`,
    ],
    [
      'order-price',
      `Delivery costs ${rupees(deliveryFee)} per seller, and nothing from ${rupees(freeDeliveryFrom)}`,
    ],
    [
      'order-price',
      `costs ${rupees(cashFee)} per seller, and is possible for orders up to ${rupees(mostInCash)}`,
    ],
    ['order-price', `you have ${minutesToPayOrder} minutes`],
    ['order-price', `or ${hoursToPayApproved} hours once a pharmacist`],
    ['order-medicine', `you have ${hoursToPayApproved} hours to pay`],
    ['order-medicine', `checks it within ${daysToDecide} days`],
    ['autoship', `every 1 to ${mostWeeks} weeks`],
    ['autoship', `${noticeDays} days before each order`],
  ] as const)
    expect(textOf(article)).toContain(says)
})
