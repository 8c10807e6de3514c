import { type ReactNode, useId, useRef } from 'react'
import button from '#/kernel/web/button.module.css'
import { useKeptFocus } from '#/kernel/web/list/use-kept-focus.ts'
import css from './DashboardBlock.module.css'
import { useLastHeight } from './use-last-height.ts'

type Props = {
  title: string
  /** A link beside the title. */
  aside?: ReactNode
  isPending: boolean
  isError: boolean
  retry: () => unknown
  children: ReactNode
}

/** Shows a part of the dashboard that loads and fails alone, and keeps its content while refetching. */
export function DashboardBlock({ title, aside, isPending, isError, retry, children }: Props) {
  const titleId = useId()
  const block = useRef<HTMLElement>(null)
  useKeptFocus(block)
  const isKnown = !isPending && !isError
  const { content, lastHeight } = useLastHeight(title, isKnown)
  return (
    <section ref={block} className={css.block} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </div>
      {isPending ? (
        <div
          role="status"
          aria-label={`Loading ${title}`}
          className={css.skeleton}
          style={{ height: lastHeight }}
        />
      ) : isError ? (
        <div className={css.room} style={{ minHeight: lastHeight }}>
          <div className={css.failed} role="alert">
            <p>Something went wrong. Please try again.</p>
            <button type="button" className={button.quiet} onClick={retry}>
              Retry
            </button>
          </div>
        </div>
      ) : (
        <div ref={content}>{children}</div>
      )}
    </section>
  )
}
