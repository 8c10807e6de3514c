import { dayOf, isDay } from '#/kernel/time.ts'
import {
  draftOf,
  type FieldDraft,
  type FieldGroup,
  type FieldSpec,
  fieldsOf,
  inputsOf,
  problemsIn,
} from '#/kernel/web/form/field-list.ts'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { species } from '#/pets/rules.ts'
import {
  breedSizes,
  type Category,
  forms,
  highestPrice,
  isPast,
  lifeStages,
  schedules,
  shelfOf,
  shelves,
} from '#/shop/rules.ts'
import type { OwnProduct, ProductInput, Selling } from '#/shop/selling.ts'
import { mostStock } from '#/shop/selling-rules.ts'
import { shopText } from '#/shop/text.ts'
import {
  breedSizeText,
  categoryText,
  formText,
  lifeStageText,
  petText,
  scheduleText,
} from '#/shop/web/words.ts'

export type ProductDraft = {
  fields: FieldDraft
  /** Keys of the variants, in order. New ones have keys that don't look like ids. */
  keys: string[]
  photos: File[]
  keptPhotos: string[]
}

const options = <Value extends string>(texts: Readonly<Record<Value, string>>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: texts[value] }))

const isNewKey = (key: string) => key.startsWith('new')

const variantFields = (key: string): readonly FieldSpec[] => [
  {
    kind: 'line',
    name: `name ${key}`,
    label: 'Size or pack',
    max: 60,
    required: true,
    hint: 'Like “1 kg”, “Pack of 4” or “One size”.',
  },
  {
    kind: 'amount',
    name: `price ${key}`,
    label: 'Price in rupees, tax included',
    required: true,
    aboveZero: true,
    most: highestPrice,
  },
  ...(isNewKey(key) ? [firstStock(key)] : []),
  {
    kind: 'whole',
    name: `lowAt ${key}`,
    label: 'Notify me at',
    least: 0,
    most: mostStock,
    required: true,
    hint: 'We’ll notify you when this many are left.',
  },
  {
    kind: 'whole',
    name: `grams ${key}`,
    label: 'Net weight in grams',
    least: 1,
    most: 1_000_000,
    hint: 'For the price per kg.',
  },
  {
    kind: 'line',
    name: `bestBefore ${key}`,
    label: 'Best before',
    max: 10,
    hint: 'Year, month and day, like 2027-03-31.',
    check: (text) => !isDay(text) && 'Please enter a day like 2027-03-31',
  },
  {
    kind: 'line',
    name: `sku ${key}`,
    label: 'SKU',
    max: 40,
    hint: 'Your own code for it, by which imports find it.',
  },
]

const firstStock = (key: string): FieldSpec => ({
  kind: 'whole',
  name: `stock ${key}`,
  label: 'In stock now',
  least: 0,
  most: mostStock,
  required: true,
})

type Known = { product: OwnProduct | null; selling: Selling }

function categoriesFor({ product, selling }: Known): readonly Category[] {
  if (product) return shelves[shelfOf(product.category)]
  const isPharmacist = selling.sellers.some(({ record, canSell }) => record === 'pharmacist' && canSell)
  return isPharmacist ? [...shelves.merchandise, ...shelves.pharmacy] : shelves.merchandise
}

/** Returns the fields for what the draft says so far: medicines have others than food. */
export function groupsOf(draft: ProductDraft, known: Known): readonly FieldGroup[] {
  const category = draft.fields['category'] as Category | ''
  const isMedicine = category !== '' && shelfOf(category) === 'pharmacy'
  return [
    {
      fields: [
        { kind: 'line', name: 'name', label: 'Name', max: 120, required: true },
        { kind: 'line', name: 'brand', label: 'Brand', max: 80, required: true },
        {
          kind: 'one',
          name: 'category',
          label: 'Category',
          required: true,
          options: options(categoryText, categoriesFor(known)),
        },
        {
          kind: 'some',
          name: 'species',
          label: 'For',
          required: true,
          options: options(petText, species),
        },
        { kind: 'lines', name: 'description', label: 'Description', max: 5000 },
        ...(isMedicine ? medicineFields : []),
        ...(isMedicine || category === 'food' || category === 'treats' ? [ingredients] : []),
        ...(category === 'food' || category === 'treats' ? [stages] : []),
        ...(category && !isMedicine ? [sizes] : []),
        {
          kind: 'one',
          name: 'taxClass',
          label: 'Tax class',
          required: true,
          options: known.selling.taxClasses.map(({ name, rate }) => ({
            value: name,
            label: `${name[0]!.toUpperCase()}${name.slice(1)} (${rate}%)`,
          })),
        },
      ],
    },
    ...draft.keys.map((key, index) => ({ title: `Size ${index + 1}`, fields: variantFields(key) })),
    {
      title: 'In the shop',
      fields: [
        {
          kind: 'yes',
          name: 'isShown',
          label: 'Show this product in the shop',
          hint: 'Hidden products keep their stock, and nobody can buy them.',
        },
      ],
    },
  ]
}

const ingredients: FieldSpec = { kind: 'lines', name: 'ingredients', label: 'Ingredients', max: 2000 }
const stages: FieldSpec = {
  kind: 'some',
  name: 'lifeStages',
  label: 'Life stage',
  hint: 'Choose none if it’s for all.',
  options: options(lifeStageText, lifeStages),
}
const sizes: FieldSpec = {
  kind: 'some',
  name: 'breedSizes',
  label: 'Breed size',
  hint: 'Choose none if it’s for all.',
  options: options(breedSizeText, breedSizes),
}
const medicineFields: readonly FieldSpec[] = [
  { kind: 'one', name: 'form', label: 'Form', options: options(formText, forms) },
  { kind: 'line', name: 'strength', label: 'Strength', max: 60, hint: 'Like “50 mg” or “5 mg/ml”.' },
  {
    kind: 'one',
    name: 'schedule',
    label: 'Schedule',
    required: true,
    options: options(scheduleText, schedules),
    hint: 'Medicines of schedules H and H1 need a prescription.',
  },
]

const shownFields = ['ingredients', 'lifeStages', 'breedSizes', 'form', 'strength', 'schedule']

/** Adds an empty variant. */
export function withVariant(draft: ProductDraft): Pick<ProductDraft, 'fields' | 'keys'> {
  const used = draft.keys.filter(isNewKey).map((key) => Number(key.slice(3)))
  const key = `new${Math.max(0, ...used) + 1}`
  const fields = { ...draftOf(variantFields(key), null), [`lowAt ${key}`]: '5' }
  return { fields: { ...draft.fields, ...fields }, keys: [...draft.keys, key] }
}

export function draftOfProduct(known: Known): ProductDraft {
  const { product } = known
  const keys = product?.variants.map(({ id }) => id) ?? []
  const empty: ProductDraft = { fields: {}, keys, photos: [], keptPhotos: product?.pictures ?? [] }
  const specs = [...fieldsOf(groupsOf(empty, known)), ingredients, stages, sizes, ...medicineFields]
  const variants = product?.variants.flatMap(({ id, price, ...rest }) =>
    Object.entries({ ...rest, price: price.amount }).map(
      ([name, value]) => [`${name} ${id}`, value] as const,
    ),
  )
  const kept = { isShown: true, ...product, ...Object.fromEntries(variants ?? []) }
  const draft = { ...empty, fields: draftOf(specs, kept) }
  return product ? draft : { ...draft, ...withVariant(draft) }
}

export function problemsOfProduct(draft: ProductDraft, known: Known): Problems<string> {
  const names = draft.keys.map(
    (key) =>
      [
        key,
        String(draft.fields[`name ${key}`] ?? '')
          .trim()
          .toLowerCase(),
      ] as const,
  )
  const doubled = names.find(
    ([, name], index) => name && names.findIndex(([, other]) => other === name) < index,
  )
  const today = dayOf(new Date(), ownZone())
  const past = draft.keys.find((key) => {
    const day = String(draft.fields[`bestBefore ${key}`] ?? '').trim()
    const saved = known.product?.variants.find(({ id }) => id === key)?.bestBefore
    return isDay(day) && isPast(day, today) && day !== saved
  })
  return {
    ...problem('photos', draft.photos.map(photoProblem).find(Boolean) || false),
    ...problemsIn(fieldsOf(groupsOf(draft, known)), draft.fields),
    ...(past && problem(`bestBefore ${past}`, 'This date has passed, so the product can’t be sold.')),
    ...(doubled && problem(`name ${doubled[0]}`, shopText['shop.variant_doubled'])),
  }
}

/** Returns what the server takes; its schema is the form's own. */
export function inputOf(draft: ProductDraft, known: Known): { product: ProductInput; isShown: boolean } {
  const { isShown, ...values } = inputsOf(fieldsOf(groupsOf(draft, known)), draft.fields)
  const product = Object.fromEntries(Object.entries(values).filter(([name]) => !name.includes(' ')))
  for (const name of shownFields) product[name] ??= name.endsWith('s') && name !== 'ingredients' ? [] : null
  const variants = draft.keys.map((key) => ({
    ...(!isNewKey(key) && { id: key }),
    ...Object.fromEntries(variantFields(key).map(({ name }) => [name.split(' ')[0]!, values[name] ?? null])),
  }))
  return { product: { ...product, variants } as unknown as ProductInput, isShown: isShown === true }
}
