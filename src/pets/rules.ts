export const species = ['dog', 'cat', 'bird', 'rabbit', 'other'] as const

export type Species = (typeof species)[number]

export const maxNameLength = 60
export const maxBreedLength = 60

/** Weight is kept in pounds, to one decimal. */
export const maxPounds = 400

export type WeightUnit = 'kg' | 'lb'

const kilogramsPerPound = 0.45359237

const toTenth = (value: number) => Math.round(value * 10) / 10

export function toPounds(amount: number, unit: WeightUnit): number {
  return toTenth(unit === 'lb' ? amount : amount / kilogramsPerPound)
}

export function fromPounds(pounds: number, unit: WeightUnit): number {
  return toTenth(unit === 'lb' ? pounds : pounds * kilogramsPerPound)
}
