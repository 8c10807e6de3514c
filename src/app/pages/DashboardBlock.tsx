import { type ReactNode, useId } from 'react'
import button from '#/app/shell/button.module.css'
import css from './DashboardBlock.module.css'

type Props<Data> = {
  title: string
  /** A link beside the title. */
  aside?: ReactNode
  query: { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** In the shape of what comes, so that nothing jumps. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** A part of the dashboard that loads and fails alone. What was shown before stays while it is asked for again. */
export function DashboardBlock<Data>({ title, aside, query, skeleton, children }: Props<Data>) {
  const titleId = useId()
  return (
    <section className={css.block} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </div>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError && !query.isFetching ? (
        <div className={css.failed} role="alert">
          <p>Something went wrong. Please try again.</p>
          <button type="button" className={button.quiet} onClick={() => query.refetch()}>
            Retry
          </button>
        </div>
      ) : (
        <div role="status" aria-label={`Loading ${title}`}>
          {skeleton}
        </div>
      )}
    </section>
  )
}
