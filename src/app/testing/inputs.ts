import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { z } from 'zod'
import { contract } from '#/app/contract.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Schema = {
  type?: string
  format?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  enum?: Json[]
  items?: Schema
  required?: string[]
}

/** Valid values for fields whose schema says too little, so that only one field is wrong. */
const right: Record<string, Json> = {
  date: '2026-11-03',
  startTime: '10:00',
  endTime: '10:30',
  petId: null,
  startDate: '2026-11-20',
  endDate: '2026-11-21',
  slotMinutes: 30,
  timeZone: 'Asia/Kolkata',
  message: 'As long as the shortest there is.',
}

/** Returns a value that the schema accepts, with `id` for every id. */
export function sample(schema: Schema, id: string, name = ''): Json {
  if (name in right) return right[name]!
  if (schema.enum) return schema.enum[0]!
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, id)
  if (schema.format === 'uuid') return id
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return schema.items ? [sample(schema.items, id)] : []
  if (schema.properties) {
    const needed = Object.entries(schema.properties).filter(([field]) => schema.required?.includes(field))
    return Object.fromEntries(needed.map(([field, child]) => [field, sample(child, id, field)]))
  }
  return '2026-11-03'
}

/** Returns an endpoint's input as JSON Schema. */
export function inputSchemaOf(procedure: AnyContractProcedure): Schema {
  const schema = procedure['~orpc'].inputSchema as z.ZodType
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** Lists every endpoint of the contract with its path. */
export function procedures(
  router: object = contract,
  path: string[] = [],
): { path: string[]; procedure: AnyContractProcedure }[] {
  return Object.entries(router).flatMap(([name, child]) =>
    isContractProcedure(child)
      ? [{ path: [...path, name], procedure: child }]
      : procedures(child, [...path, name]),
  )
}
