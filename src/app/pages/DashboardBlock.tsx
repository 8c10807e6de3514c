import { type ReactNode, useId } from 'react'
import button from '#/app/shell/button.module.css'
import css from './DashboardBlock.module.css'

type Props = {
  title: string
  /** A link beside the title. */
  aside?: ReactNode
  isPending: boolean
  isError: boolean
  retry: () => unknown
  /** In the shape of what comes, so that nothing jumps. */
  skeleton: ReactNode
  children: ReactNode
}

/** A part of the dashboard that loads and fails alone. What was shown before stays while it is asked for again. */
export function DashboardBlock({ title, aside, isPending, isError, retry, skeleton, children }: Props) {
  const titleId = useId()
  return (
    <section className={css.block} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </div>
      {isPending ? (
        <div role="status" aria-label={`Loading ${title}`}>
          {skeleton}
        </div>
      ) : isError ? (
        <div className={css.failed} role="alert">
          <p>Something went wrong. Please try again.</p>
          <button type="button" className={button.quiet} onClick={retry}>
            Retry
          </button>
        </div>
      ) : (
        children
      )}
    </section>
  )
}
