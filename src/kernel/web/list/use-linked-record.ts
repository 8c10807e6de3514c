import { useSearchParams } from 'react-router'
import { recordIn } from '#/kernel/linked-record.ts'
import { isUuid } from '#/kernel/uuid.ts'

/** Returns the id of the record that the URL leads to, as notifications' links do. */
export function useLinkedRecord<Id extends string>(): Id | undefined {
  const id = recordIn(useSearchParams()[0])
  return id && isUuid(id) ? (id as Id) : undefined
}
