import { formatMoney, type Money } from '#/kernel/money.ts'
import type { Species } from '#/pets/rules.ts'
import {
  type BreedSize,
  type Category,
  type Form,
  isFew,
  type LifeStage,
  type ProductSort,
  type Schedule,
} from '#/shop/rules.ts'

export const categoryText: Readonly<Record<Category, string>> = {
  food: 'Food',
  treats: 'Treats',
  toys: 'Toys',
  beds: 'Beds',
  leads: 'Leads & collars',
  grooming: 'Grooming',
  litter: 'Litter',
  parasites: 'Ticks & fleas',
  worming: 'Worming',
  skin: 'Skin & ears',
  joints: 'Joints',
  digestion: 'Digestion',
  supplements: 'Supplements',
  wounds: 'Wounds',
}

export const petText: Readonly<Record<Species, string>> = {
  dog: 'Dogs',
  cat: 'Cats',
  bird: 'Birds',
  rabbit: 'Rabbits',
  other: 'Other pets',
}

export const lifeStageText: Readonly<Record<LifeStage, string>> = {
  young: 'Puppies & kittens',
  adult: 'Adults',
  senior: 'Seniors',
}

export const breedSizeText: Readonly<Record<BreedSize, string>> = {
  small: 'Small breeds',
  medium: 'Medium breeds',
  large: 'Large breeds',
}

export const formText: Readonly<Record<Form, string>> = {
  tablet: 'Tablets',
  chew: 'Chews',
  liquid: 'Liquid',
  drops: 'Drops',
  ointment: 'Ointment',
  spray: 'Spray',
  'spot-on': 'Spot-on',
  powder: 'Powder',
  shampoo: 'Shampoo',
}

export const scheduleText: Readonly<Record<Schedule, string>> = {
  otc: 'Over the counter',
  g: 'Schedule G: use under a vet’s supervision',
  h: 'Schedule H: sold only on a vet’s prescription',
  h1: 'Schedule H1: sold only on a vet’s prescription, which the pharmacy records',
}

export const sortText: Readonly<Record<ProductSort, string>> = {
  best: 'Best match',
  newest: 'Newest',
  rating: 'Best rated',
  price: 'Price: low to high',
  'price-desc': 'Price: high to low',
  kilo: 'Price per kg',
}

export const kiloText = (price: Money) => `${formatMoney(price)} per kg`

/** Says how many are left when few are; otherwise only whether there are any. */
export const stockText = (available: number) =>
  available === 0 ? 'Out of stock' : isFew(available) ? `Only ${available} left` : 'In stock'

export const loadFailedText = 'We couldn’t load the products.'

export const daysText = ({ from, to }: { from: number; to: number }): string =>
  from < to ? `${from} to ${to} working days` : to === 1 ? '1 working day' : `${to} working days`
