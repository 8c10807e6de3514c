import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './settings.module.css'

type Props = { isPending: boolean; isError: boolean; isFetching: boolean; retry: () => unknown }

/** Shows a part of the settings, a placeholder until it is loaded, or a way to retry. */
export function Part({ isPending, isError, isFetching, retry, children }: Props & { children: ReactNode }) {
  if (isPending) return <div role="status" aria-label="Loading" className={css.skeleton} />
  if (!isError) return children
  return (
    <div role="alert">
      <p>Something went wrong. Please try again.</p>
      <Button variant="default" onClick={retry} loading={isFetching}>
        Retry
      </Button>
    </div>
  )
}
