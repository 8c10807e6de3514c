import { z } from 'zod'

/** A UUIDv7 with its kind: an `Id<'pet'>` can't be passed as an `Id<'vet'>`. */
export type Id<Kind extends string> = string & { readonly __id?: Kind }

export function idSchema<Kind extends string>(_kind: Kind): z.ZodType<Id<Kind>, string> {
  return z.uuid() as unknown as z.ZodType<Id<Kind>, string>
}
