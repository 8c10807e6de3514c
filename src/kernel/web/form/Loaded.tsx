import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { unknownErrorText } from '#/kernel/text.ts'
import css from './Loaded.module.css'

type Query<Data> = { data: Data | undefined; isError: boolean; isFetching: boolean; refetch(): unknown }

type Props<Data> = { query: Query<Data>; what: string; children(data: Data): ReactNode }

/** Shows a placeholder until a form's data is loaded, and a retry if that fails. */
export function Loaded<Data>({ query, what, children }: Props<Data>) {
  const { data, isError, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (isError && !isFetching) {
    return (
      <div className={css.failed} role="alert">
        <p>{unknownErrorText}</p>
        <Button variant="default" onClick={() => refetch()}>
          Retry
        </Button>
      </div>
    )
  }
  return (
    <div className={css.ghost} role="status" aria-label={`Loading ${what}`}>
      {[1, 2, 3, 4].map((line) => (
        <span key={line} />
      ))}
    </div>
  )
}
