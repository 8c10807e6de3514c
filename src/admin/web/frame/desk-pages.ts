import { keepPreviousData } from '@tanstack/react-query'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'

/** Pages a list that others change too. The rows stay until those of another filter are there. */
export const deskPages = {
  ...byCursor,
  refetchOnWindowFocus: 'always' as const,
  placeholderData: keepPreviousData,
}

type Page = { rows: readonly unknown[]; nextCursor: string | null }

/** Returns how many rows wait, by the first page: '3', '20+', '0', or undefined while unknown. */
export const countText = (first: Page | undefined): string | undefined =>
  first && `${first.rows.length}${first.nextCursor ? '+' : ''}`
