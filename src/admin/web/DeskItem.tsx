import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorText } from '#/kernel/web/error-text.ts'
import css from './UserPage.module.css'

type Query<Data> = { data: Data | undefined; error: unknown; isFetching: boolean; refetch(): unknown }

type Props<Data> = { query: Query<Data>; what: string; children(data: Data): ReactNode }

export function DeskItem<Data>({ query, what, children }: Props<Data>) {
  const { data, error, isFetching, refetch } = query
  return (
    <div>
      <Link to="?view=messages" className={css.back}>
        ← All messages
      </Link>
      {data !== undefined ? (
        children(data)
      ) : error && !isFetching ? (
        <div role="alert">
          <p>{errorText(error)}</p>
          <Button onClick={() => refetch()}>Retry</Button>
        </div>
      ) : (
        <div className={css.ghost} role="status" aria-label={`Loading ${what}`} />
      )}
    </div>
  )
}
