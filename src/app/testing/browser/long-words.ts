import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import type { z } from 'zod'
import { contract } from '#/app/contract.ts'
import { answer } from './answers.ts'
import { least, newId } from './made.ts'

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
  entries?: Record<string, string>
  keyType?: z.ZodType
  valueType?: z.ZodType
}

const defOf = (schema: z.ZodType) => schema.def as unknown as Def

/** One word without a space, of 120 characters. */
export const longWord = (part: string): string => part.repeat(120).slice(0, 120)

/** Texts that the product makes itself. */
const own: Readonly<Record<string, string | null>> = {
  currency: 'INR',
  otherCurrency: 'USD',
  country: 'IN',
  timeZone: 'Asia/Kolkata',
  zone: 'Asia/Kolkata',
  nextCursor: null,
  trade: 'veterinary',
  species: 'dog',
  phone: '+919812345678',
  phoneNumber: '+919812345678',
  contactPhone: '+919812345678',
  vetPhone: '+919812345678',
  signInPhone: '+919812345678',
  cardLastFour: '4242',
  bankLastFour: '4242',
  version: '1.0.0',
  microchip: '900123456789012',
  startTime: '10:00',
  endTime: '10:30',
  from: '10:00',
  until: '10:30',
  status: 'pending',
  noun: 'visit',
  providerNoun: 'vet',
  record: 'pet_owner',
  email: `${longWord('email').slice(0, 64)}@${longWord('dots').slice(0, 60)}.${longWord('dashes').slice(0, 60)}.example.com`,
}
const isPlace = /(?:url|path|href|photos?|pictures)$/i

/** Answers every endpoint of the contract: one row in each list, nothing left out, and in each text one long word. */
export function answerInLongWords(part: object = contract): void {
  for (const child of Object.values(part) as (AnyContractProcedure | object)[]) {
    if (!isContractProcedure(child)) answerInLongWords(child)
    else if (child['~orpc'].outputSchema) {
      const schema = child['~orpc'].outputSchema as z.ZodType
      answer(child, () => most(schema, ''))
    }
  }
}

function most(schema: z.ZodType, name: string): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!).map(([field, child]) => [field, most(child, field)]),
      )
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
    case 'nonoptional':
      return own[name] === null ? null : most(def.innerType!, name)
    case 'pipe':
      return most(def.in!, name)
    case 'array':
      return [most(def.element!, name)]
    case 'union':
      return most(def.options![0]!, name)
    case 'string':
      return textFor(schema, name)
    case 'record':
      return Object.fromEntries(
        Object.values(defOf(def.keyType!).entries ?? {}).map((key) => [key, most(def.valueType!, key)]),
      )
    default:
      return least(schema, name)
  }
}

function textFor(schema: z.ZodType, name: string): string {
  const fixed = own[name] ?? (isPlace.test(name) ? '/portraits/bruno.svg' : null)
  const text = fixed ?? (name.endsWith('Id') || name === 'id' ? newId() : longWord(name || 'word'))
  return schema.safeParse(text).success ? text : (least(schema, name) as string)
}
